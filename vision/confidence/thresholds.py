"""Thresholds that depend on the classifier's weights, by name, from its card."""

from __future__ import annotations

from dataclasses import dataclass, fields

from models import ModelCard


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Limits from the classifier's card that decide which tiles a reading has and which we ask about.

    Attributes:
        sure: least probability of a sure label.
        margin: least lead of a sure label over every other one.
        reject: probability of no tile from which we drop a face.
        joint_score: least product of the detector's score and the root of the best probability, else we drop a face.
        back_none, back_score: we drop a face-down tile if its probability of no tile is above the first and the
            detector's score is below the second.
        blurred_sure: least probability of a sure label if the whole picture is blurred.
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
        """Return the thresholds of the classifier's card; raises ModelError if one is missing."""
        return cls(**{field.name: card.threshold(field.name) for field in fields(cls)})
