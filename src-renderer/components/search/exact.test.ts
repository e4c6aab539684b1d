import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '../../i18n/texts.ts'
import { askedAbout, type ExactFacts, exactCandidates, type Resolved } from './exact.ts'

const HASH = 'ab'.repeat(32)
const ADDRESS = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'
const NOTHING: ExactFacts = { resolved: undefined, address: undefined, height: 100 }

function find(text: string, facts: Partial<ExactFacts> = {}) {
  const went: string[] = []
  const found = exactCandidates(
    text,
    { ...NOTHING, ...facts },
    ({ path }) =>
      () =>
        void went.push(path),
  )
  for (const { run } of found) run()
  return found.map(({ title }, at) => [title, went[at]])
}
const transaction: Resolved['transaction'] = {
  ...{ txid: HASH as never, state: 'confirmed', kind: 'token', size: 1, outputs: 1, amount: 1n as never },
  ...{ confirmations: 3, shielded: null, block: null, time: null },
}

beforeAll(() => loadTexts('palette'))

describe('exactCandidates', () => {
  it('finds heights up to the tip, addresses, and the address of a public key', () => {
    expect(find('12')).toEqual([['Block 12', '/block/12']])
    expect(find('101')).toEqual([])
    expect(find(ADDRESS)).toEqual([['Address RWPg8B91…HSGtVY8D', `/addresses/${ADDRESS}`]])
    expect(find(`02${HASH}`)).toEqual([])
    expect(find(`02${HASH}`, { address: ADDRESS })).toEqual([['Address RWPg8B91…HSGtVY8D', `/addresses/${ADDRESS}`]])
    expect(find(ADDRESS, { address: null })).toEqual([])
    expect(askedAbout(`02${HASH}`)).toEqual({ hash: undefined, place: `02${HASH}` })
    expect(askedAbout(ADDRESS)).toEqual({ hash: undefined, place: ADDRESS })
    expect(find('send')).toEqual([])
  })

  it('offers a hash of unknown kind immediately, and its token and transaction after the node’s answer', () => {
    expect(find(HASH)).toEqual([['Open this hash', `/find/${HASH}`]])
    const nothing: Resolved = { block: null, transaction: null, token: null }
    expect(find(HASH, { resolved: nothing })).toEqual([])
    const token: Resolved['token'] = { tokenid: HASH as never, name: 'GOLD\u202e', nft: false, supply: 5n }
    expect(find(HASH, { resolved: { ...nothing, transaction, token } })).toEqual([
      ['Token GOLD[U+202E]', `/tokens/${HASH}`],
      ['Transaction: Token', `/tx/${HASH}`],
    ])
    expect(find(HASH, { resolved: { ...nothing, transaction } })).toEqual([['Transaction: Token', `/tx/${HASH}`]])
  })

  it('keeps the id after the node’s answer, so that the selected result stays selected', () => {
    const ids = [undefined, { block: null, transaction, token: null }].map(
      (resolved) => exactCandidates(HASH, { ...NOTHING, resolved }, () => () => {})[0]?.id,
    )
    expect(new Set(ids).size).toBe(1)
  })
})
