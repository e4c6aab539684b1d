import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { defaultMempoolPolicy, Mempool } from '../mempool/index.ts'
import { blockHash, computeTxid } from '../primitives/index.ts'
import { createTestNode, silentLogger, type TestNode, testKey } from '../testing/index.ts'
import { waitFor } from '../testing/waitFor.ts'
import { equal, toDisplayHex } from '../util/index.ts'
import { Notifier } from './index.ts'

const APPEND = `require('fs').appendFileSync(process.argv[1], process.argv.slice(2).join(' ') + '\\n')`

describe('Notifier', () => {
  let node: TestNode
  let mempool: Mempool
  let notify: Notifier
  let file = ''
  let mine: Uint8Array[] = []
  const lines = () => (existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []).toSorted()

  beforeAll(() => {
    node = createTestNode()
    const { params, chain, verifier, clock } = node
    mempool = new Mempool(defaultMempoolPolicy(params), { params, chain, verifier, clock, logger: silentLogger })
    chain.subscribe((update) => mempool.update(update))
    node.mine(101)
    file = join(node.dir, 'told')
    const command = (kind: string) => [process.execPath, '-e', APPEND, file, kind, '%s']
    const has = (txid: Uint8Array) => mine.some((one) => equal(one, txid))
    notify = new Notifier(
      { block: command('block'), wallet: command('wallet'), alert: command('alert') },
      { chain, mempool, wallet: { has, wants: ({ txs }) => txs.some(({ txid }) => has(txid)) }, logger: silentLogger },
    )
  })
  afterAll(() => {
    notify.stop()
    node.close()
  })
  beforeEach(() => writeFileSync(file, ''))

  it('runs the block command for a new tip', async () => {
    const { header } = node.mineBlock()
    await waitFor(() => expect(lines()).toEqual([`block ${toDisplayHex(blockHash(header))}`]))
  })

  it('runs the wallet command for wallet transactions only, on arrival and when mined', async () => {
    const pay = (fee: bigint) => node.pay(testKey(0), [{ value: 1000n, scriptPubKey: testKey(2).p2pkh }], fee)
    const other = pay(10_000n)
    mempool.accept(other, { rejectAbsurdFee: false })
    const { header: first } = node.mineBlock({ txs: [other], fees: 10_000n })
    const tx = pay(20_000n)
    mine = [computeTxid(tx)]
    mempool.accept(tx, { rejectAbsurdFee: false })
    const txid = toDisplayHex(computeTxid(tx))
    await waitFor(() => expect(lines()).toContain(`wallet ${txid}`))
    const { header: second } = node.mineBlock({ txs: [tx], fees: 20_000n })
    const blocks = [first, second].map((header) => `block ${toDisplayHex(blockHash(header))}`)
    await waitFor(() => expect(lines()).toEqual([...blocks, `wallet ${txid}`, `wallet ${txid}`].toSorted()))
  })

  it('removes characters from a warning that a program could misread', async () => {
    notify.alert('Blocks "$(rm)" are `refused`; see\n\u202edebug.log & more')
    await waitFor(() => expect(lines()).toEqual(['alert Blocks (rm) are refused; seedebug.log  more']))
  })
})
