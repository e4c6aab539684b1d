import { describe, expect, it } from 'vitest'
import { csvWriter, type ExportColumn, exportedTime, jsonWriter, type TableWriter } from './table.ts'

interface Row {
  readonly label: string
  readonly amount: bigint
  readonly height: number | null
}

const columns: readonly ExportColumn<Row>[] = [
  { name: 'label', value: (row) => row.label },
  { name: 'amount', value: (row) => row.amount },
  { name: 'height', value: (row) => row.height },
]

const whole = (writer: TableWriter<Row>, ...pages: readonly (readonly Row[])[]) =>
  writer.start() + pages.map((page) => writer.rows(page)).join('') + writer.end()

const row = (label: string, amount = 1n, height: number | null = 7): Row => ({ label, amount, height })

describe('exportedTime', () => {
  it('formats ISO 8601 in UTC with seconds, independent of the local time zone', () => {
    expect(exportedTime(1_700_000_000)).toBe('2023-11-14T22:13:20Z')
    expect(exportedTime(null)).toBeNull()
  })
})

describe('csvWriter', () => {
  it('writes exact amounts, and empty cells for unknown values', () => {
    expect(whole(csvWriter(columns), [row('a', -123456789012345678n)], [row('b', 0n, null)])).toBe(
      'label,amount,height\r\na,-1234567890.12345678,7\r\nb,0.00000000,\r\n',
    )
  })

  it('quotes separators and quotes, and escapes formulas', () => {
    const [, quoted] = whole(csvWriter(columns), [row('a "b", c')]).split('\r\n')
    expect(quoted).toBe('"a ""b"", c",0.00000001,7')
    for (const formula of ['=1+1', '+1', '-1', '@SUM(A1)', '\tx']) {
      expect(whole(csvWriter(columns), [row(formula)])).toContain(`'${formula}`)
    }
  })
})

describe('jsonWriter', () => {
  it('writes one JSON document for any number of pages, with amounts as numbers', () => {
    const text = whole(
      jsonWriter(columns, { address: 'R', total: 3n }),
      [row('x"\u2028'), row('y')],
      [],
      [row('z', 5n)],
    )
    expect(JSON.parse(text)).toEqual({
      address: 'R',
      total: 3e-8,
      rows: [
        { label: 'x"\u2028', amount: 1e-8, height: 7 },
        { label: 'y', amount: 1e-8, height: 7 },
        { label: 'z', amount: 5e-8, height: 7 },
      ],
    })
    expect(text).toContain('"amount":0.00000005')
  })

  it('writes a second document with the same writer', () => {
    const writer = jsonWriter(columns, {})
    whole(writer, [row('a')])
    expect(JSON.parse(whole(writer, [row('b')])).rows).toHaveLength(1)
    expect(JSON.parse(whole(writer)).rows).toEqual([])
  })
})
