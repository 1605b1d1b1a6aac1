"""All figures from which the bots judge, as one digest: results of games with other figures are not comparable."""

import hashlib

import msgspec

from rokoko_core.bots.evaluation import EVALUATION
from rokoko_core.bots.learned_value import NETWORK
from rokoko_core.bots.round_value import ROUND_VALUE


def figures_digest() -> str:
    """Return 16 hex digits that identify evaluation, network and round value."""
    figures = msgspec.json.encode((EVALUATION.weights.digest, NETWORK, ROUND_VALUE))
    return hashlib.blake2b(figures, digest_size=8).hexdigest()
