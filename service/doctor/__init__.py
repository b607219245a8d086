"""`rackcheck doctor`: find faults of an installation, and say how to mend them.

Public: `data_folder_checks`, `examine`, `finding`, `ledger_checks`, `machine_checks`, `model_checks` and `probe`.
"""
