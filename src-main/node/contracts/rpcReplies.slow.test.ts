import { afterAll, describe, expect, it } from 'vitest'
import { methods } from '#shared/rpc/index.ts'
import { addressIndexMigrations, createAddressIndex } from '../addressIndex/index.ts'
import { chainParamsFromArgs } from '../consensus/index.ts'
import type { AddressIndexView, AddressUnspent } from '../core/index.ts'
import { hash160, secp256k1 } from '../crypto/index.ts'
import { defaultMempoolPolicy, Mempool } from '../mempool/index.ts'
import { type Block, computeTxid, parseBlock, readTransaction, type Transaction } from '../primitives/index.ts'
import { indexedAddress, type SigningKeys } from '../script/index.ts'
import {
  createTestNode,
  RECORDED_ARGS,
  readVector,
  silentLogger,
  type TestNode,
  vectorLines,
} from '../testing/index.ts'
import { type CoinSource, createBuildContext, type SpendableCoin } from '../transactions/index.ts'
import { ByteReader, compareBytes, equal, fromHex, toHex } from '../util/index.ts'
import { createChannelHandlers } from './channels/rpc.ts'
import { createDiceHandlers } from './dice/rpc.ts'
import type { ContractDeps } from './framework/rpc/contractGate.ts'
import { createWithoutRulesHandlers } from './framework/rpc/withoutRules.ts'
import { createHeirHandlers } from './heir/rpc.ts'
import {
  ContractEvaluator,
  type ContractIndexes,
  contractMigrations,
  contractObservers,
  createContractIndexes,
} from './index.ts'
import { createPaymentsHandlers } from './payments/rpc.ts'
import { createRewardsHandlers } from './rewards/rpc/rewards.ts'

/** Repeats the recorded contract calls on the recorded chain and compares the replies. */

interface Line {
  readonly seq: number
  readonly node: 'A' | 'B'
  readonly method: string | null
  readonly note: string
  readonly tip: number | null
  readonly params: readonly unknown[]
  readonly http_status: number
  readonly response_raw?: string
}

interface KeyFile {
  readonly keys: Readonly<Record<'A' | 'B' | 'C' | 'D', { readonly priv: string; readonly pub: string }>>
}

const FACTS = JSON.parse(readVector('mods2/params.json')) as KeyFile
const blocks: Block[] = vectorLines<{ hex: string }>('mods2/blocks.jsonl').map(({ hex }) => parseBlock(fromHex(hex)))
const lines = vectorLines<Line>('mods2/transcript.jsonl')

/** Keys in each node's wallet. Node B has three and changed its identity during the recording. */
const HELD = { A: ['A'], B: ['B', 'C', 'D'] } as const
/** sequence number of the call after which B has another identity */
const IMPORT_D = lines.find(({ note }) => note.includes('heir D'))?.seq ?? Number.POSITIVE_INFINITY

type WalletKey = (typeof HELD)['A' | 'B'][number]
const getPubkey = (name: WalletKey) => fromHex(FACTS.keys[name].pub)
const getIdentity = ({ node, seq }: Line): Uint8Array => getPubkey(node === 'A' ? 'A' : seq > IMPORT_D ? 'D' : 'B')

function signingKeys(names: readonly WalletKey[]): SigningKeys {
  return {
    keyOf(hash) {
      const name = names.find((each) => equal(hash160(getPubkey(each)), hash))
      return name && { privateKey: fromHex(FACTS.keys[name].priv), compressed: true }
    },
    scriptOf: () => undefined,
  }
}

function openReplay() {
  const params = chainParamsFromArgs(RECORDED_ARGS.mods2)
  const evaluator = new ContractEvaluator(params)
  let indexes: ContractIndexes | undefined
  let index: (AddressIndexView & { observer: unknown }) | undefined
  const node: TestNode = createTestNode({
    args: RECORDED_ARGS.mods2,
    time: blocks[0]!.header.time,
    migrations: [addressIndexMigrations, ...contractMigrations],
    observers(db) {
      const addresses = createAddressIndex({ db, ledger: () => node.storage.ledger })
      index = addresses
      indexes = createContractIndexes({ db, transaction: (txid) => node.forIndexes.transaction(txid)?.tx })
      return [addresses.observer, ...contractObservers(indexes)]
    },
    addressIndex: () => index!,
    evaluator,
  })
  const { chain, verifier, clock } = node
  const openMempool = () =>
    new Mempool(
      { ...defaultMempoolPolicy(params), requireStandard: false },
      { params, chain, verifier, clock, logger: silentLogger, evaluator, addressIndex: index! },
    )

  /** Returns the mature and unconfirmed coins of a wallet, in the reference's order. */
  function listCoins(names: readonly WalletKey[], mempool: Mempool, seesChange: boolean): CoinSource {
    const hashes = names.map((name) => hash160(getPubkey(name)))
    const toCoin = ({ txid, index: n, satoshis, scriptPubKey }: AddressUnspent): SpendableCoin => ({
      outpoint: { hash: txid, index: n },
      value: satoshis,
      scriptPubKey,
    })
    const spendHeight = chain.tip().height + 1
    const isMature = ({ outpoint }: SpendableCoin) => {
      const coin = chain.coin(outpoint)
      return coin !== undefined && (!coin.coinbase || spendHeight - coin.height >= params.coinbaseMaturity)
    }
    const confirmed = hashes.flatMap((hash) => index!.unspent({ type: 1, hash }).map(toCoin).filter(isMature))
    const waiting = [...mempool.entries()].flatMap(({ tx, txid }) =>
      tx.vout.map((output, n) => ({ ...output, outpoint: { hash: txid, index: n } })),
    )
    const mine = waiting.filter(({ scriptPubKey }) => {
      const address = indexedAddress(scriptPubKey)
      return address?.type === 1 && hashes.some((hash) => equal(hash, address.hash))
    })
    const all = seesChange ? [...confirmed, ...mine] : confirmed
    all.sort((a, b) => compareBytes(a.outpoint.hash, b.outpoint.hash) || a.outpoint.index - b.outpoint.index)
    return { coins: () => all }
  }

  return {
    node,
    grow(height: number) {
      for (let next = chain.tip().height; next < height; next++) {
        const block = blocks[next]!
        clock.set(Math.max(clock.now(), block.header.time))
        const answer = node.submit(block)
        if (answer !== null) throw new Error(`block ${next + 1}: ${answer}`)
      }
    },
    /** Returns the transactions of the next block, without the coinbase. */
    coming: () => (blocks[chain.tip().height]?.txs ?? []).slice(1),
    /**
     * @param waiting contents of the mempool
     * @param seesChange true if the wallet already knows `waiting`; the reference's wallet is notified a moment later
     */
    deps(line: Line, waiting: readonly Transaction[], seesChange: boolean): ContractDeps {
      const held = HELD[line.node]
      const mempool = openMempool()
      for (const tx of waiting) mempool.accept(tx, { rejectAbsurdFee: false })
      return {
        ...{ params, chain, mempool, addressIndex: index!, spentIndex: true, contractIndexes: indexes! },
        pubkey: () => getIdentity(line),
        buildContext: (pubkey) => createBuildContext({ chain, mempool, keys: signingKeys(held) }, pubkey),
        walletCoins: listCoins(held, mempool, seesChange),
      }
    },
  }
}

/** Intended differences, listed in compatibility.md, by sequence number: what the call was about. */
const DIFFERENT: Readonly<Record<number, string>> = {
  70: 'coins for a plan that does not exist are refused',
  261: 'an heir’s key must be one',
  427: 'token units are whole numbers',
  ...{ 482: 'channels of tokens are not opened', 499: 'the same', 500: 'the same' },
  ...{ 524: 'the whole key of the receiver', 525: 'the same', 545: 'the same' },
  610: 'a step whose data swap the ends is found',
  975: 'what is no hex is refused',
  ...{ 993: 'amounts are positive', 994: 'the same' },
  ...{ 1055: 'coins that the rules let nobody spend are not taken', 1064: 'nor counted', 1078: 'nor counted' },
}

/** In the reference, this height is wrong: a number of outputs is added to it. */
const WRONG_HEIGHT = /"min_release_height":\d+,/

const ANSWERED = { rewards: 66, heir: 57, channels: 90, payments: 52, dice: 29, FSM: 2, auction: 3, lotto: 1 }

type Handler = (params: Readonly<Record<string, unknown>>) => unknown

const creators = {
  rewards: createRewardsHandlers,
  heir: createHeirHandlers,
  channels: createChannelHandlers,
  payments: createPaymentsHandlers,
  dice: createDiceHandlers,
  FSM: createWithoutRulesHandlers,
  auction: createWithoutRulesHandlers,
  lotto: createWithoutRulesHandlers,
} as const

/** Ids of the transactions sent successfully in recorded calls, with the sequence number of the call. */
const SENT = new Map(
  lines.flatMap(({ seq, method, params, response_raw }) =>
    method === 'sendrawtransaction' && response_raw?.includes('"error":null')
      ? [[toHex(computeTxid(readTransaction(new ByteReader(fromHex(String(params[0])))))), seq] as const]
      : [],
  ),
)

/**
 * Yields all possible mempools: the sent transactions, with any subset of the transactions sent by unrecorded calls.
 */
function* mempoolsAt(seq: number, coming: readonly Transaction[]): Generator<Transaction[]> {
  const hidden = coming.filter((tx) => !SENT.has(toHex(computeTxid(tx))))
  for (let choice = 0; choice < 2 ** hidden.length; choice++)
    yield coming.filter((tx) => {
      const at = hidden.indexOf(tx)
      return at < 0 ? SENT.get(toHex(computeTxid(tx)))! < seq : ((choice >> at) & 1) === 1
    })
}

describe.each(Object.keys(creators) as (keyof typeof creators)[])('RPC methods of %s', (contract) => {
  const replay = openReplay()
  afterAll(() => replay.node.close())

  it('return the recorded reply to every recorded call', () => {
    const different: string[] = []
    let answered = 0
    for (const line of lines) {
      if (line.tip !== null && line.http_status !== 0) replay.grow(line.tip)
      if (!line.method?.startsWith(contract) || line.http_status !== 200) continue
      const raw = /^\{"result":(.*),"error":null,"id":"m"\}\s*$/s
        .exec(line.response_raw ?? '')?.[1]
        ?.replace(WRONG_HEIGHT, '')
      const method = methods[line.method as keyof typeof methods]
      const named = Object.fromEntries(method.params.map(({ name }, n) => [name, line.params[n]]))
      const ask = (waiting: readonly Transaction[], seesChange: boolean) => {
        const handlers = creators[contract](replay.deps(line, waiting, seesChange)) as unknown as Readonly<
          Record<string, Handler>
        >
        return (method.result as { encode(value: unknown): string })
          .encode(handlers[line.method!]!(named))
          .replace(WRONG_HEIGHT, '')
      }
      let answer: string | undefined
      for (const waiting of mempoolsAt(line.seq, replay.coming())) {
        answer = ask(waiting, true)
        if (answer !== raw) answer = ask(waiting, false)
        if (answer === raw) break
      }
      answered++
      if ((answer === raw) === line.seq in DIFFERENT)
        different.push(
          `${line.seq} ${line.node} ${line.note} ${line.method} ${JSON.stringify(line.params)}:\n  ${answer}\n  ${raw}`,
        )
    }
    expect(different).toEqual([])
    expect(answered).toBe(ANSWERED[contract])
  })
})

it('the recording contains matching key pairs', () => {
  for (const name of ['A', 'B', 'C', 'D'] as const)
    expect(secp256k1.publicKey(fromHex(FACTS.keys[name].priv))).toEqual(getPubkey(name))
})
