"""The limits that depend on the networks' weights, by name, from their cards."""

from __future__ import annotations

from dataclasses import dataclass, fields

from models import ModelCard


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Probabilities from the classifier's card that decide what a reading says and what it asks.

    Attributes:
        sure: probability that a label needs to be sure, and
        margin: by how much it must stand above every other one.
        reject: probability of no tile from which a face is left out.
        joint_score: least product of the detector's score and the root of the best probability of a face that stays.
        back_none, back_score: a face-down tile is left out where it is no tile with more than the first and the
            detector's score is below the second.
        blurred_sure: probability that a label needs where the whole picture is blurred.
    """

    sure: float
    margin: float
    reject: float
    joint_score: float
    back_none: float
    back_score: float
    blurred_sure: float

    @classmethod
    def of(cls, card: ModelCard) -> Thresholds:
        """Return those of the classifier's card; raises ModelError where one is missing."""
        return cls(**{field.name: card.threshold(field.name) for field in fields(cls)})
