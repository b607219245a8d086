"""Augment pictures for all networks by the light and lens effects of photographs.

albumentations checks for a newer release on import; we switch this off before importing it.
"""

import os

os.environ.setdefault("NO_ALBUMENTATIONS_UPDATE", "1")

import albumentations as A


def photometric(strength: float, *, fine: int = 1) -> A.Compose:
    """Return augmentations of colour, light, blur, noise and JPEG; ``strength`` in (0, 1] scales their probabilities.

    ``fine`` scales blur, downscaling and noise, for pictures of more pixels across.

    They apply to pictures (H, W, 3) uint8 and leave the geometry alone.
    """
    return A.Compose(
        [
            A.OneOf(
                [
                    A.ColorJitter(brightness=0.35, contrast=0.35, saturation=0.4, hue=0.06),
                    A.RandomBrightnessContrast(brightness_limit=0.35, contrast_limit=0.4),
                    A.RandomGamma(gamma_limit=(55, 170)),
                ],
                p=0.8 * strength,
            ),
            A.OneOf(
                [
                    A.PlanckianJitter(mode="blackbody"),
                    A.RGBShift(r_shift_limit=25, g_shift_limit=20, b_shift_limit=30),
                    A.ToGray(),
                    A.CLAHE(clip_limit=3.0),
                ],
                p=0.4 * strength,
            ),
            A.OneOf(
                [
                    A.GaussianBlur(blur_limit=(3, 4 * fine + 1)),
                    A.MotionBlur(blur_limit=(3, 6 * fine + 1)),
                    A.Defocus(radius=(1, 2 * fine)),
                    A.Downscale(scale_range=(0.45 / fine, 0.9)),
                    A.Sharpen(alpha=(0.1, 0.4)),
                ],
                p=0.35 * strength,
            ),
            A.OneOf([A.GaussNoise(std_range=(0.01, 0.06 * fine)), A.ISONoise(intensity=(0.1, 0.5))], p=0.3 * strength),
            A.ImageCompression(quality_range=(35, 90), p=0.3 * strength),
        ]
    )


def any_colour() -> A.OneOf:
    """Return augmentations that strongly change the colours of bodies, prints and grounds, as tile sets differ.

    They apply to pictures (H, W, 3) uint8 and leave the geometry alone.
    """
    return A.OneOf(
        [
            A.HueSaturationValue(hue_shift_limit=90, sat_shift_limit=60, val_shift_limit=0, p=1.0),
            A.ChannelShuffle(p=0.5),
            A.InvertImg(p=0.25),  # bright bodies become dark ones with bright prints
        ],
        p=1.0,
    )
