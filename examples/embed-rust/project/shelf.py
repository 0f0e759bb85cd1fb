"""A shelf of books."""


class Shelf:
    """Keeps books in the order they came."""

    def __init__(self) -> None:
        self.books: list[str] = []

    def add(self, title: str) -> None:
        """Puts a book on the shelf."""
        self.books.append(title)

    def has(self, title: str) -> bool:
        return title in self.books
