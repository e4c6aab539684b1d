import { describe, expect, it } from 'vitest'
import { parseJson } from '#shared/json.ts'
import { describeLeaf, visibleRows } from './rows.ts'

describe('visibleRows', () => {
  const root = parseJson('{"a":{"b":[1,2]},"c":"x","d":{}}')

  it('opens levels down to the given depth, except toggled paths', () => {
    const names = (toggled: string[]) => visibleRows(root, new Set(toggled), 1).map((row) => row.name)
    expect(names([])).toEqual([undefined, 'a', 'c', 'd'])
    expect(names(['/0'])).toEqual([undefined, 'a', 'b', 'c', 'd'])
    expect(names(['/0', '/0/0'])).toEqual([undefined, 'a', 'b', '0', '1', 'c', 'd'])
    expect(names([''])).toEqual([undefined])
  })

  it('treats an empty object as a leaf, and numbers the members', () => {
    expect(visibleRows(root, new Set(), 1).at(-1)).toMatchObject({ expanded: undefined, positionInSet: 3, setSize: 3 })
  })

  it('keeps all digits of a number as received', () => {
    const leaves = visibleRows(parseJson('[1.00000000,9007199254740993,"1",null]'), new Set(), 1).map((row) =>
      describeLeaf(row.node),
    )
    expect(leaves).toEqual([
      undefined,
      { kind: 'number', text: '1.00000000' },
      { kind: 'number', text: '9007199254740993' },
      { kind: 'string', text: '1' },
      { kind: 'word', text: 'null' },
    ])
  })
})
