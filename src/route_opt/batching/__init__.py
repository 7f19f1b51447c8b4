"""Many positions: streamed in, solved in any executor, streamed out in the order they came."""

from route_opt.batching.rows import Settings
from route_opt.batching.run import batch, run_to_file

__all__ = ["Settings", "batch", "run_to_file"]
