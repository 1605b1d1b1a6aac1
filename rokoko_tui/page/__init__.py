"""The program in a web page without a server: Pyodide runs it in web workers."""
