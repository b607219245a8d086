"""What is wrong with an installation, and how to mend it: `rackcheck doctor`.

Two halves. Judgements (`judge_...`) are pure: facts in, findings out. Facts are gathered at the edge, in this process
with the standard library alone, or in a child process (`probe.py`) where packages are needed that may be missing,
broken, or end the whole process when they are loaded. So the doctor works where nothing else does.

Only `probe.py` and the functions named in its table may import what is not in the standard library.
"""
