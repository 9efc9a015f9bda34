"""A Dask cluster on this machine, two workers of one thread each: ``python -m tests.recorder.cluster``.

It prints its address and ends with its standard input.
"""

import sys


def main() -> None:
    """Serve until nobody listens."""
    import distributed

    with distributed.LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
    ) as cluster:
        sys.stdout.write(f"{cluster.scheduler_address}\n")
        sys.stdout.flush()
        sys.stdin.read()


if __name__ == "__main__":
    main()
