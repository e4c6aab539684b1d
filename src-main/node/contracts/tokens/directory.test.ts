import SqliteDatabase from 'better-sqlite3'
import { beforeAll, describe, expect, it } from 'vitest'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { ccOne } from '../../conditions/index.ts'
import { computeTxid } from '../../primitives/index.ts'
import { toDisplayHex, toHex } from '../../util/index.ts'
import { displayText } from '../framework/displayText.ts'
import { createChainModel } from '../testing/chainModel.ts'
import {
  ccOutput,
  dataOutput,
  draftBlock,
  draftKey,
  draftTransaction,
  mint,
  plainInput,
  plainOutput,
} from '../testing/drafts.ts'
import { encodeTokenCreate } from './codec.ts'
import { TOKENS_KEY } from './keys.ts'
import { tokenMigrations } from './schema.ts'
import { createTokenIndex, type TokenIndex } from './tokenIndex.ts'

const ann = draftKey(1).publicKey
const NAMES = ['GOLD', 'Goldfish', 'ÄRMEL', '50%_off', 'SILVER'] as const

describe('TokenDirectory.newest with a filter', () => {
  let index: TokenIndex
  const ids: string[] = []
  const found = (filter: string, limit = 10, offset = 0) => {
    const { total, items } = index.newest({ limit, offset, filter })
    return { total, names: items.map(({ name }) => displayText(name)) }
  }

  beforeAll(() => {
    const db = new SqliteDatabase(':memory:')
    for (const step of tokenMigrations.steps) step(db)
    const chain = createChainModel()
    index = createTokenIndex({ db, transaction: (txid) => chain.find(txid)?.tx })
    const coins = mint(NAMES.map(() => plainOutput(100_000n, ann)))
    index.observer.connect(chain.connect(draftBlock([coins])))
    for (const [at, name] of NAMES.entries()) {
      const bytes = new TextEncoder()
      const tx = draftTransaction(
        [plainInput(coins, at)],
        [
          ccOutput(10_000n, ccOne(EVAL_CODES.tokens, TOKENS_KEY.publicKey)),
          ccOutput(10n, ccOne(EVAL_CODES.tokens, ann)),
          dataOutput(
            encodeTokenCreate({ owner: ann, name: bytes.encode(name), description: new Uint8Array(), payloads: [] }),
          ),
        ],
      )
      index.observer.connect(chain.connect(draftBlock([tx])))
      ids.push(toDisplayHex(computeTxid(tx)))
    }
  })

  it('finds a part of the name, case-insensitively, newest first', () => {
    expect(found('gold')).toEqual({ total: 2, names: ['Goldfish', 'GOLD'] })
    expect(found('ärm').names).toEqual(['ÄRMEL'])
    expect(found('ISH').names).toEqual(['Goldfish'])
  })

  it('finds the beginning of a displayed id, and of the creator’s key', () => {
    expect(found(ids[4]!.slice(0, 7)).names).toContain('SILVER')
    expect(found(ids[0]!.toUpperCase())).toEqual({ total: 1, names: ['GOLD'] })
    expect(found(toHex(ann).slice(0, 20)).total).toBe(NAMES.length)
  })

  it('matches wildcard characters literally, and returns pages', () => {
    expect(found('%_').names).toEqual(['50%_off'])
    expect(found('x_')).toEqual({ total: 0, names: [] })
    expect(found('gold', 1, 1)).toEqual({ total: 2, names: ['GOLD'] })
  })

  it('ignores a blank filter text', () => {
    expect(found('  ')).toMatchObject({ total: NAMES.length })
  })
})
