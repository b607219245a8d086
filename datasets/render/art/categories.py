"""Classify icons by the words of their names."""

import re

WORDS: dict[str, frozenset[str]] = {
    category: frozenset(words.split())
    for category, words in {
        "bird": (
            "bird owl duck eagle parrot peacock flamingo swan dove rooster chicken penguin turkey hummingbird "
            "crow raven kiwi dodo goose phoenix hatching chick seagull pelican stork heron toucan vulture falcon "
            "hawk finch ostrich egyptian"
        ),
        "flower": (
            "flower flowers blossom rose tulip sunflower hibiscus bouquet rosette lotus lily daisy hyacinth "
            "cherry-blossom dandelion carnivorous vase orchid poppy flax spring florist sakura"
        ),
        "plant": (
            "leaf leaves herb bamboo cactus palm tree seedling clover shamrock maple fern branch grass sprout "
            "plant ear rice evergreen deciduous sprig wheat olive vine vines tanabata pine oak birch cannabis "
            "barley corn reed aloe fallen"
        ),
        "stick": (
            "feather candle pencil carrot umbrella broom syringe thermometer sword dagger knife baguette wand "
            "crayon pen paintbrush brush match torch lipstick needle arrow rocket bottle wine-bottle spear staff "
            "flute key lamp candy chopsticks screwdriver hammer axe lollipop popsicle asparagus cucumber "
            "popsicles torches flashlight lighthouse tower guitar violin trident harpoon quill cane pin bow "
            "ribbon surfing surfboard skis candlestick"
        ),
        "person": (
            "jester joker clown woman princess queen king mage vampire mermaid fairy genie dancer harlequin "
            "superhero mime witch prince santa elf ninja artist singer juggler angel girl lady geisha crowned "
            "bride dancing wizard man boy mask theater masks performing circus star-struck cowboy"
        ),
        "animal": (
            "monkey cat dog tiger lion elephant fox bear panda koala rabbit frog horse unicorn zebra giraffe "
            "leopard fish shark whale dolphin octopus butterfly bee beetle ladybug turtle snail crab lobster "
            "shrimp crocodile snake lizard camel llama sheep goat pig mouse hamster hedgehog bat wolf raccoon "
            "sloth otter kangaroo squirrel gorilla deer moose cow ox dragonfly spider scorpion seal badger "
            "hippopotamus rhinoceros poodle spouting"
        ),
        "fruit": (
            "lemon orange tangerine apple pear peach cherry cherries strawberry grapes watermelon melon banana "
            "pineapple mango kiwi-fruit coconut avocado tomato blueberries plum fig pomegranate citrus lime "
            "papaya durian"
        ),
        "drink": (
            "cocktail wine martini glass tropical-drink beer tea teacup teapot coffee cup mate champagne bubble- "
            "tea juice soda milk beverage bottle-with clinking drink"
        ),
        "round": (
            "ball basketball baseball volleyball tennis cookie doughnut donut pizza sun wheel disc button pearl "
            "moon globe planet compass dharma coin medal gear mandala snowflake shell seashell rosette yarn "
            "bubble bubbles record cd dvd 8-ball pie mooncake crystal ring target bullseye beach-ball balloon "
            "clock sunflower hibiscus blossom eye ferris ornament wreath oyster sand-dollar spiral lollipop "
            "flower urchin dart shield"
        ),
        "star": (
            "star stars sparkles glowing dizzy comet sunburst sun heart hearts crown gem diamond firework "
            "fireworks crescent"
        ),
        "dragon": (
            "dragon dragon-face wyvern sea-serpent serpent hydra dinosaur sauropod t-rex spiked-dragon-head "
            "drakkar-dragon dragon-head lizard-tongue"
        ),
        "lantern": (
            "lantern red-paper-lantern pagoda japanese-castle castle shinto torii temple fan folding-hand-fan "
            "kimono tea-house house gate crown umbrella teapot mosque stupa lamp coin barrel drum gong hut "
            "pavilion"
        ),
        "soap": "soap bubbles bath bathtub shower sponge bar droplet water-drop",
        "wind": (
            "wind compass cyclone sailboat windmill weather wind-face kite cloud tornado leaf sail wave whirlwind "
            "pinwheel"
        ),
    }.items()
}

_NEVER = re.compile(
    r"(^|-)(flag|flags|keycap|alpha|alphabet|letter|number|numeric|digit|button|squared|square-[a-z]|circle-[a-z]|"
    r"hand|hands|thumbs|finger|fingers|skin|clock-\d+|mahjong|joker-card|playing|card|cards|dice|game-die|input|symbols|"
    r"off|slash|x|plus|minus|check|add|remove|cancel|edit|alert|lock|cog|arrow-[a-z]+|script|file|text|regional|"
    r"calendar|abc|abcd|roman|numeral|chart|graph|phone|device|database|cloud-[a-z]+|folder|network|bookmark|"
    r"light-skin|dark-skin|medium)(-|$)|\d|japanese-[a-z]+-button|heart-decoration|-[a-z]$"
)


def is_usable(name: str) -> bool:
    """Return whether an icon's name means an object, not letters, numbers, cards or buttons of a program."""
    return _NEVER.search(name) is None


def categories(name: str, *, everything: bool = False) -> tuple[str, ...]:
    """Return the categories of an icon; with ``everything`` a name without a category gets ``other``."""
    words = set(name.split("-")) | {name}
    found = tuple(category for category, known in WORDS.items() if words & known)
    return found or (("other",) if everything else ())
