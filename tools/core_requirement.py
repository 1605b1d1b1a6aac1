"""The build hook of rokoko-tui: it requires rokoko-core of its own version, which only ``_version.py`` names."""

from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class CoreRequirement(MetadataHookInterface):
    """Adds the requirement to those in ``tool.hatch.metadata.hooks.custom`` of ``pyproject.toml``."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the dependencies."""
        metadata["dependencies"] = [f"rokoko-core=={metadata['version']}", *self.config["dependencies"]]
