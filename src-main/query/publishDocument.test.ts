/** resources/docs/publish.md lists the methods that are answered, and the tables and views of the schema. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { migrations } from '../node/publish/schema.ts'
import { ANSWERED } from './answered.ts'

const document = readFileSync(new URL('../../resources/docs/publish.md', import.meta.url), 'utf8')
/** Methods that queryService.ts answers without the tables. */
const OWN = ['getpublishinfo', 'help']

/** Names between backticks in a column of the table with this head. */
function namesIn(head: string, column: number): string[] {
  const [, table = ''] = document.split(`| ${head} |\n`)
  const [rows = ''] = table.split('\n\n')
  const cells = rows.split('\n').flatMap((row) => row.split('|')[column] ?? [])
  return cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)).toSorted()
}

const made = (kind: string) =>
  [
    ...migrations('00')
      .join('')
      .matchAll(new RegExp(`CREATE ${kind} (\\w+)`, 'g')),
  ].map(([, name = '']) => name)

describe('the document about published tables', () => {
  it('lists each method that chainwright-query answers, and no other', () => {
    expect(namesIn('group | answered methods', 2)).toEqual([...ANSWERED, ...OWN].toSorted())
  })

  it('lists the version, the tables and the views of the schema', () => {
    expect(document).toContain(`Schema version ${migrations('00').length} `)
    expect(namesIn('table | rows', 1)).toEqual(made('TABLE').toSorted())
    const views = [...namesIn('view | rows', 1), ...namesIn('readable view | rows', 1)]
    expect(views.toSorted()).toEqual(made('VIEW').toSorted())
  })
})
