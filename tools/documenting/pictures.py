"""Copies the pictures that articles show into the articles' catalog.

An article names a picture by its path in the repository, relative to the article: a golden frame, or a file of tools/pictures. So the
reference shows real frames, and the repository has each picture once. DocC finds pictures only in the catalog, by their names.
"""
import os
import re
import shutil
import sys

_PICTURE = re.compile(r'!\[([^\]]*)\]\((\.\./[^)]+\.png)\)')
_PAGE_PICTURE = re.compile(r'(@PageImage\([^)]*source: ")(\.\./[^"]+\.png)(")')


def copy(article, catalog, top):
    """Copies the pictures of `article`, a copy of an article of `catalog`, next to it, and makes it name the copies."""
    def copied(path):
        source = os.path.normpath(f'{catalog}/{path}')
        if not os.path.exists(source):
            sys.exit(f'tools/docs: {os.path.basename(article)} shows {path}, which does not exist')
        # Pictures of several folders have the same name.
        name = os.path.relpath(source, top).replace('/', '-')
        resources = f'{os.path.dirname(article)}/Resources'
        os.makedirs(resources, exist_ok=True)
        shutil.copyfile(source, f'{resources}/{name}')
        return name

    with open(article, encoding='utf-8') as file:
        text = file.read()
    text = _PICTURE.sub(lambda match: f'![{match[1]}]({copied(match[2])})', text)
    text = _PAGE_PICTURE.sub(lambda match: match[1] + copied(match[2]) + match[3], text)
    with open(article, 'w', encoding='utf-8') as file:
        file.write(text)
