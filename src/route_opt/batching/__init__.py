"""Many positions: streamed in, solved in any executor, streamed out in the order they came."""

from route_opt.batching.run import Settings, batch, run_to_file

__all__ = ["Settings", "batch", "run_to_file"]
