"""Sells books from a shelf."""

from shelf import Shelf


def restock(titles: list[str]) -> Shelf:
    """Fills a new shelf."""
    shelf = Shelf()
    for title in titles:
        shelf.add(title)
    return shelf
