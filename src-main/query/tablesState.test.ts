import { describe, expect, it } from 'vitest'
import { toTablesState } from './tablesState.ts'

const failed = (code: string | undefined) => toTablesState({ ok: false, reason: 'the reason', code })
const row = (...cells: (string | null)[]) => toTablesState({ ok: true, columns: [], rows: [cells] })

describe('toTablesState', () => {
  it('returns the published block', () => {
    expect(row('12', 'ab'.repeat(32), 'TEST', '{"args":[]}', 'true', '1700000000')).toEqual({
      kind: 'ready',
      block: { height: 12, hash: Buffer.alloc(32, 0xab) },
      ...{ time: 1_700_000_000, chain: 'TEST', settings: '{"args":[]}' },
    })
  })

  it.each([
    ['no row', toTablesState({ ok: true, columns: [], rows: [] }), 'No chain is published here yet'],
    ['no block', row('-1', null, 'TEST', '{}', 'false', null), 'No chain is published here yet'],
    ['no indexes', row('5', 'ab'.repeat(32), 'TEST', '{}', 'false', null), 'The chain is being published...'],
    ['no table', failed('42P01'), 'No chain is published here yet'],
  ])('counts a database with %s as being published', (_title, state, reason) => {
    expect(state).toEqual({ kind: 'publishing', reason })
  })

  it.each([
    ['ECONNREFUSED', 'unreachable'],
    ['57P03', 'unreachable'],
    ['08006', 'unreachable'],
    [undefined, 'unreachable'],
    ['53300', 'unreachable'],
    ['28P01', 'refused'],
    ['3D000', 'refused'],
    ['42501', 'refused'],
  ])('counts the error code %s as %s', (code, kind) => {
    expect(failed(code)).toMatchObject({ kind, reason: expect.stringContaining('the reason') as string })
  })
})
