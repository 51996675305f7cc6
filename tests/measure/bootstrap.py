"""How sure a mean is."""

import random


def mean_interval(scores, draws=2000):
    """95 % bootstrap of the mean that draws whole documents; `scores` {document: [0 or 1]}."""
    rng, documents, means = random.Random(1), list(scores.values()), []
    for _ in range(draws):
        drawn = [score for _ in documents for score in rng.choice(documents)]
        means.append(sum(drawn) / len(drawn))
    means.sort()
    return means[int(0.025 * draws)], means[int(0.975 * draws)]
