import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvWriter, jsonWriter } from '../../../components/export/table.ts'
import { watchColumns } from './exportColumns.ts'
import { readWatchFile } from './importFile.ts'

const A = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'
const B = 'RQLQvSgpPAJNPgnpc8MrYsbBhep95nCS8L'

const entry = (address: string, label: string) => ({
  address,
  label,
  created: 1_700_000_000,
  balance: 5n,
  pending: null,
  ccbalance: 0n,
})

describe('readWatchFile', () => {
  it('reads back an exported list with any labels', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 60 }), (raw) => {
        const label = raw.trim()
        // The CSV export puts an apostrophe before formulas, so a label that already starts like that is ambiguous.
        fc.pre(!/^'[=+\-@]/.test(label))
        const rows = [entry(A, label), entry(B, '')]
        const wanted = [
          { address: A, label },
          { address: B, label: '' },
        ]
        for (const writer of [csvWriter(watchColumns), jsonWriter(watchColumns, {})]) {
          expect(readWatchFile(writer.start() + writer.rows(rows) + writer.end())).toEqual(wanted)
        }
      }),
    )
  })

  it('reads lists with one address per line, labels on either side and any separator', () => {
    expect(readWatchFile(`${A}\n${B}`)).toEqual([
      { address: A, label: '' },
      { address: B, label: '' },
    ])
    expect(readWatchFile(`savings;${A}\r\n"a, b"\t${B}\n`)).toEqual([
      { address: A, label: 'savings' },
      { address: B, label: 'a, b' },
    ])
    expect(readWatchFile(JSON.stringify([{ address: A, label: 7 }, null, 'x', { address: 'short' }]))).toEqual([
      { address: A, label: '' },
    ])
  })

  it('returns an empty list for any other text', () => {
    for (const text of ['', '{', 'null', '[]', '{"rows":5}', '\u0000\uffff', '"'.repeat(5000)]) {
      expect(readWatchFile(text)).toEqual([])
    }
  })
})
