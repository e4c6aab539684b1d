import { describe, expect, it } from 'vitest'
import { listLinks, rewriteLinks } from './markdownLinks.ts'

const PLACES = new Map([
  ['README.md', 'README.md'],
  ['resources/docs/operate.md', 'doc/docs/operate.md'],
  ['resources/docs/publish.md', 'doc/docs/publish.md'],
  ['resources/service/nginx.conf', 'doc/service/nginx.conf'],
  ['resources/screenshot.png', 'doc/screenshot.png'],
])

describe('rewriteLinks', () => {
  it.each([
    ['README.md', '[guide](resources/docs/operate.md#files)', '[guide](doc/docs/operate.md#files)'],
    ['README.md', '![Home](resources/screenshot.png)', '![Home](doc/screenshot.png)'],
    ['README.md', '[CONTRIBUTING](.github/CONTRIBUTING.md#run)', 'CONTRIBUTING'],
    [
      'resources/docs/operate.md',
      '[a](publish.md), [b](../service/nginx.conf)',
      '[a](publish.md), [b](../service/nginx.conf)',
    ],
    ['resources/docs/operate.md', 'see `resources/service/nginx.conf`', 'see `../service/nginx.conf`'],
    [
      'resources/docs/operate.md',
      '[top](#top) [web](https://example.org/x)',
      '[top](#top) [web](https://example.org/x)',
    ],
    ['resources/docs/operate.md', '```\n[x](gone.md)\n```\n[y](gone.md)', '```\n[x](gone.md)\n```\ny'],
  ])('moves a link of %s: %s', (source, text, expected) => {
    expect(rewriteLinks(text, source, PLACES)).toBe(expected)
  })
})

describe('listLinks', () => {
  it('ignores web addresses and code blocks', () => {
    expect(listLinks('[a](b.md#c) [d](https://e) [f](#g)\n```\n[h](i)\n```\n')).toEqual(['b.md#c', '#g'])
  })
})
