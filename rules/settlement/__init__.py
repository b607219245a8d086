"""Payments, penalties, bets and seats."""
