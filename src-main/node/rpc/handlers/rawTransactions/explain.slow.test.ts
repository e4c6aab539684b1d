import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import type { Explanation } from '#shared/rpc/index.ts'
import { type Condition, ccOne, tokenCcOne, tokenCcOneOfTwo } from '../../../conditions/index.ts'
import { chainParamsFromArgs } from '../../../consensus/index.ts'
import { encodeChannel } from '../../../contracts/channels/codec.ts'
import { fundScript } from '../../../contracts/channels/scripts.ts'
import { FAUCET_KEY } from '../../../contracts/faucet/index.ts'
import { encodeHeir } from '../../../contracts/heir/codec.ts'
import { sharedScript } from '../../../contracts/heir/plan.ts'
import { ContractEvaluator } from '../../../contracts/index.ts'
import { encodeTokenCreate, encodeTokenTransfer } from '../../../contracts/tokens/codec.ts'
import { TOKENS_KEY } from '../../../contracts/tokens/index.ts'
import { hash160 } from '../../../crypto/index.ts'
import { COIN, computeTxid, serializeTransaction, type Transaction, type TxOut } from '../../../primitives/index.ts'
import {
  ccScript,
  encodeScriptNumber,
  findScriptAddress,
  indexedAddress,
  multisigScript,
  opReturnScript,
  p2pkhScript,
  p2pkScript,
  p2shScript,
  pushData,
} from '../../../script/index.ts'
import { buildTransaction, TEST_ARGS, type TestInput, testKey, turnsDuring } from '../../../testing/index.ts'
import { concat, fromHex, toDisplayHex, toHex } from '../../../util/index.ts'
import { callContext as context, createWalletTestNode, type WalletTestNode } from '../testing/walletTestNode.ts'
import { createExplainHandlers } from './explain.ts'

/** A contract's global key, whose private key is public (crypto-conditions.md §6). */
const ASSETS_PUBLIC_KEY = fromHex('02adf84e0e075cf90868bd4e3d34a03420e034719649c41f371fc70d8e33aa2702')
const THEM = testKey(5)
const text = new TextEncoder()
const MARKER = { value: 10_000n, scriptPubKey: ccScript(ccOne(EVAL_CODES.tokens, TOKENS_KEY.publicKey)) }

let test: WalletTestNode
let identity: Uint8Array | undefined
beforeEach(() => {
  test = createWalletTestNode({ identity: false, evaluator: new ContractEvaluator(chainParamsFromArgs(TEST_ARGS)) })
  test.fund(3)
  identity = undefined
})
afterEach(() => test.close())

function handlers(wallet: WalletTestNode['wallet'] | undefined = test.wallet) {
  const { node, mempool } = test
  return createExplainHandlers({ params: node.params, chain: node.chain, mempool, wallet, pubkey: () => identity })
}
const explain = async (
  transaction: string | Transaction,
  wallet?: WalletTestNode['wallet'],
  payer?: string[],
): Promise<Explanation> =>
  handlers(wallet).explaintransaction(
    {
      transaction: typeof transaction === 'string' ? transaction : toHex(serializeTransaction(transaction)),
      before: undefined,
      payer,
    },
    context,
  )

const fresh = () => test.wallet.keys.next('')
const to = (scriptPubKey: Uint8Array, value = COIN): TxOut => ({ value, scriptPubKey })
/** Returns the largest mature coin of the imported key. */
const coin = (): TestInput => {
  const [largest] = test.wallet.ledger.coins().sort((a, b) => Number(b.value - a.value))
  if (!largest) throw new Error('no coin')
  return { ...largest, key: test.owner }
}
/** Builds a transaction that spends a coin of the imported key, without change. */
const spend = (outputs: readonly TxOut[], inputs: readonly TestInput[] = [coin()]): Transaction =>
  buildTransaction({ inputs, outputs }, test.node.chain.upgrades(), test.node.chain.tip().height + 1)
const mine = (tx: Transaction): Transaction => {
  test.node.mineBlock({ txs: [tx] })
  return tx
}

describe('explaintransaction of payments', () => {
  it('returns payee, change and fee of a payment that the wallet built', async () => {
    const built = test.wallet.sender.build([{ script: THEM.p2pkh, value: COIN / 4n, subtractFee: false }])
    const txExplanation = await explain(built.tx)
    const fee = txExplanation.fee!
    expect(txExplanation).toMatchObject({
      state: 'unsent',
      complete: true,
      refused: null,
      coinbase: false,
      paid: COIN / 4n,
      kept: 0n,
      module: null,
      action: null,
      tokens: [],
      warnings: [],
    })
    expect(txExplanation.spent).toBe(txExplanation.paid + txExplanation.change + fee)
    expect(txExplanation.spentown).toBe(txExplanation.spent)
    expect(txExplanation.cost).toMatchObject({ total: COIN / 4n + fee, paid: COIN / 4n, fee, received: 0n })
    expect(txExplanation.feerate).toBe((fee * 1000n) / BigInt(txExplanation.size))
    expect(txExplanation.outputs.map(({ owner, role, change }) => [owner, role, change]).sort()).toEqual([
      ['foreign', 'payment', false],
      ['own', 'change', true],
    ])
    expect(txExplanation.inputs).toMatchObject([{ owner: 'imported', type: 'pubkey', pubkey: toHex(test.owner.pub) }])
    expect(txExplanation.summary).toBe(`Pays 0.25000000 TEST to ${findScriptAddress(THEM.p2pkh, { cc: true })}.`)
  })

  it('returns the same explanation for a txid as for the transaction, in the mempool and confirmed', async () => {
    const { tx } = test.wallet.sender.send([{ script: THEM.p2pkh, value: COIN, subtractFee: false }], {
      comment: '',
      commentTo: '',
    })
    const id = toDisplayHex(computeTxid(tx))
    const pending = await explain(id)
    expect(pending).toMatchObject({ txid: id, state: 'mempool', complete: true })
    test.node.mineBlock({ txs: [tx] })
    expect(await explain(id)).toEqual({ ...pending, state: 'confirmed', confirmations: 1 })
    expect(await explain(tx)).toEqual(await explain(id))
  })

  it('reports for an unsent payment whether the wallet has paid the address before', async () => {
    const build = () => test.wallet.sender.build([{ script: THEM.p2pkh, value: COIN / 4n, subtractFee: false }]).tx
    const payee = ({ outputs }: Explanation) => outputs.find(({ owner }) => owner === 'foreign')
    const first = build()
    expect(payee(await explain(first))).toMatchObject({ paidbefore: false })
    mine(first)
    expect(payee(await explain(first))).not.toHaveProperty('paidbefore')
    const second = await explain(build())
    expect(payee(second)).toMatchObject({ paidbefore: true })
    expect(second.outputs.find(({ owner }) => owner === 'own')).not.toHaveProperty('paidbefore')
  })

  it('omits whether the wallet has paid the address before if another payer pays', async () => {
    const foreign = buildTransaction({ inputs: [], outputs: [to(THEM.p2pkh)] }, test.node.chain.upgrades(), 2)
    expect((await explain(foreign)).outputs[0]).not.toHaveProperty('paidbefore')
  })

  it('marks as change an output of another payer to an address that it spends from, or that `payer` lists', async () => {
    const [spent] = test.node.coins(testKey(0))
    if (!spent) throw new Error('the other payer has no coins')
    const payTo = (change: Uint8Array) =>
      test.node.build({ inputs: [spent], outputs: [to(THEM.p2pkh, 10n), to(change, spent.value - 20n)] })
    const readRoles = ({ outputs }: Explanation) => outputs.map(({ role }) => role)
    const [from, fresh, them] = [testKey(0), testKey(6), THEM].map(
      ({ p2pkh }) => findScriptAddress(p2pkh, { cc: true }) ?? '',
    )
    const same = await explain(payTo(testKey(0).p2pkh))
    expect(readRoles(same)).toEqual(['payment', 'change'])
    expect(same.summary).toBe(`Pays 0.00000010 TEST to ${them}.`)
    const other = payTo(testKey(6).p2pkh)
    expect(readRoles(await explain(other))).toEqual(['payment', 'payment'])
    const txExplanation = await explain(other, test.wallet, [from ?? '', fresh ?? ''])
    expect(readRoles(txExplanation)).toEqual(['payment', 'change'])
    expect(txExplanation.summary).toBe(same.summary)
    // Addresses of a wallet that pays nothing have no effect.
    expect(readRoles(await explain(other, test.wallet, [fresh ?? '']))).toEqual(['payment', 'payment'])
  })

  it('reports that signatures are missing', async () => {
    const txExplanation = await explain(spend([to(THEM.p2pkh)], [{ ...coin(), scriptSig: new Uint8Array() }]))
    expect(txExplanation.complete).toBe(false)
    expect(txExplanation.warnings).toContain('Not all of its inputs are signed.')
  })

  it('returns no fee, and the owner unknown, for an input whose coin is not found', async () => {
    const unknown = { ...coin(), outpoint: { hash: new Uint8Array(32).fill(7), index: 3 } }
    const txExplanation = await explain(spend([to(THEM.p2pkh)], [coin(), unknown]))
    expect(txExplanation).toMatchObject({ spent: null, fee: null, feerate: null, complete: false })
    expect(txExplanation.inputs[1]).toMatchObject({
      owner: 'unknown',
      amount: null,
      address: null,
      type: null,
      vout: 3,
    })
    expect(txExplanation.warnings[0]).toMatch('Input 1 spends an output that this node does not know')
  })

  it('reports that the spent coins of an unsent transaction are gone, with their amounts', async () => {
    const tx = spend([to(THEM.p2pkh)])
    const other = spend([to(THEM.p2pkh, 2n * COIN)])
    mine(tx)
    const txExplanation = await explain(other)
    expect(txExplanation.refused).toMatch('already spent')
    expect(txExplanation).toMatchObject({ complete: true, state: 'unsent' })
    expect(txExplanation.inputs[0]).toMatchObject({ amount: txExplanation.spent, gone: true })
  })

  it('describes a coinbase without inputs and fee', async () => {
    const block = test.node.mineBlock({ script: fresh().pubkey ? p2pkScript(fresh().pubkey) : new Uint8Array() })
    const txExplanation = await explain(toDisplayHex(computeTxid(block.txs[0]!)))
    expect(txExplanation).toMatchObject({
      coinbase: true,
      inputs: [],
      spent: null,
      fee: null,
      spentown: 0n,
      warnings: [],
    })
    expect(txExplanation.summary).toMatch(/^Pays .+ to its miner\.$/)
  })

  it('warns of a fee that is too high, and of a negative fee', async () => {
    const { value } = coin()
    expect((await explain(spend([to(THEM.p2pkh, value - COIN)]))).warnings).toEqual([
      'The fee is more than 0.10000000, which looks like a mistake.',
    ])
    const txExplanation = await explain(spend([to(THEM.p2pkh, value + 1n)]))
    expect(txExplanation.fee).toBe(-1n)
    expect(txExplanation.warnings[0]).toMatch('pays out more than it spends')
  })
})

describe('explaintransaction of outputs', () => {
  const explainOutput = async (scriptPubKey: Uint8Array) => (await explain(spend([to(scriptPubKey)]))).outputs[0]!

  it.each([
    ['own', () => p2pkhScript(fresh().hash)],
    ['own', () => p2pkScript(fresh().pubkey)],
    ['imported', () => test.owner.p2pkh],
    ['foreign', () => THEM.p2pkh],
    // The first key is the wallet's. The output must still not count as the wallet's own.
    ['shared', () => multisigScript(1, [fresh().pubkey, THEM.pub])],
    ['shared', () => multisigScript(2, [fresh().pubkey, THEM.pub])],
    ['imported', () => multisigScript(2, [fresh().pubkey, test.owner.pub])],
    ['own', () => multisigScript(2, [fresh().pubkey, fresh().pubkey])],
    ['foreign', () => multisigScript(1, [THEM.pub, testKey(6).pub])],
    ['own', () => hashed(p2pkScript(fresh().pubkey))],
    ['shared', () => hashed(multisigScript(2, [fresh().pubkey, THEM.pub]))],
    ['foreign', () => p2shScript(hash160(p2pkScript(THEM.pub)))],
    ['watched', () => watched(THEM.p2pkh)],
    ['own', () => locked(p2pkScript(fresh().pubkey))],
    ['contract', () => p2pkhScript(hash160(FAUCET_KEY.publicKey))],
    ['contract', () => p2pkScript(TOKENS_KEY.publicKey)],
    ['foreign', () => opReturnScript(Uint8Array.of(1, 2, 3))],
    ['foreign', () => Uint8Array.of(0x51)],
  ])('returns the owner %s (%#)', async (owner, script) => {
    const output = await explainOutput(script())
    expect(output).toMatchObject({ owner, change: false })
  })

  function hashed(script: Uint8Array): Uint8Array {
    test.wallet.scripts.addRedeem(script, '')
    return p2shScript(hash160(script))
  }
  function watched(script: Uint8Array): Uint8Array {
    test.wallet.scripts.watch(script, null)
    return script
  }
  const locked = (script: Uint8Array) =>
    concat(pushData(encodeScriptNumber(2_000_000_000)), Uint8Array.of(0xb1, 0x75), script)

  it('distinguishes own, foreign and contract keys of conditions', async () => {
    identity = fresh().pubkey
    const own = await explainOutput(ccScript(tokenCcOne(0xe3, 0, identity)))
    expect(own).toMatchObject({ owner: 'own', pubkey: toHex(identity), role: 'contract' })
    expect(await explainOutput(ccScript(ccOne(EVAL_CODES.tokens, THEM.pub)))).toMatchObject({ owner: 'foreign' })
    expect(await explainOutput(ccScript(ccOne(0xe4, FAUCET_KEY.publicKey)))).toMatchObject({ owner: 'contract' })
  })

  it('returns the owner shared for outputs of channels and inheritance plans', async () => {
    const [own, other] = [fresh().pubkey, fresh().pubkey]
    const sharedBy = async (script: Uint8Array, data: Uint8Array) =>
      (await explain(spend([to(script), to(opReturnScript(data), 0n)]))).outputs[0]?.owner
    const channel = (source: Uint8Array, destination: Uint8Array) =>
      sharedBy(
        fundScript(source, destination),
        encodeChannel({
          ...{ func: 'O', openTxid: new Uint8Array(32), source, destination },
          ...{ count: 3, payment: COIN, hash: new Uint8Array(32) },
        }),
      )
    expect(await channel(own, THEM.pub)).toBe('shared')
    expect(await channel(own, other)).toBe('own')
    const plan = (owner: Uint8Array, heir: Uint8Array) => {
      const data = {
        func: 'F',
        owner,
        heir,
        inactivity: 86_400n,
        name: text.encode('N'),
        memo: text.encode(''),
      } as const
      return sharedBy(sharedScript({ conditionKeys: [owner, heir] }, false)!, encodeHeir(data))
    }
    expect(await plan(own, THEM.pub)).toBe('shared')
    expect(await plan(THEM.pub, testKey(6).pub)).toBe('foreign')
  })

  it('marks no payment to another imported key as change', async () => {
    const { priv, p2pk } = testKey(7)
    test.wallet.keys.import(priv, true, '')
    const { value } = coin()
    const txExplanation = await explain(spend([to(THEM.p2pkh), to(p2pk, value - COIN - 10_000n)]))
    expect(txExplanation.outputs[1]).toMatchObject({ owner: 'imported', change: false, role: 'payment' })
    expect(txExplanation).toMatchObject({ change: 0n, kept: 0n, paid: value - 10_000n })
    expect(txExplanation.warnings).toEqual(['Output 1 goes to an imported key: its previous owner may still have it.'])
    const back = await explain(spend([to(THEM.p2pkh), to(test.owner.p2pk, value - COIN - 10_000n)]))
    expect(back.outputs[1]).toMatchObject({ owner: 'imported', change: true })
    expect(back).toMatchObject({ change: value - COIN - 10_000n, paid: COIN })
  })

  it('marks no payment to the owner of another input as change', async () => {
    const dust = (key: { p2pk: Uint8Array }) =>
      mine(spend([to(key.p2pk, 1000n), to(test.owner.p2pk, coin().value - 11_000n)]))
    const { priv, pub, p2pk, p2pkh, hash, address } = testKey(7)
    const ofTheirs = dust(testKey(7))
    const input = { outpoint: { hash: computeTxid(ofTheirs), index: 0 }, ...ofTheirs.vout[0]! }
    const key = { priv, pub, p2pk, p2pkh, hash, address }
    const { value } = coin()
    const tx = spend([to(p2pk, value - 10_000n)], [coin(), { ...input, key }])
    expect((await explain(tx)).summary).toMatch(`to ${findScriptAddress(p2pk, { cc: true })}`)
    test.wallet.keys.import(priv, true, '')
    const txExplanation = await explain(tx)
    expect(txExplanation.outputs[0]).toMatchObject({ owner: 'imported', change: false })
    expect(txExplanation.summary).toMatch(`to ${findScriptAddress(p2pk, { cc: true })}`)
  })

  it('warns about coins that are lost, shared, locked or at a public key', async () => {
    const { warnings } = await explain(
      spend([
        to(opReturnScript(Uint8Array.of(1))),
        to(multisigScript(1, [fresh().pubkey, THEM.pub])),
        to(locked(p2pkScript(fresh().pubkey))),
        to(p2pkhScript(hash160(TOKENS_KEY.publicKey))),
      ]),
    )
    expect(warnings).toEqual([
      expect.stringMatching(/^The fee is more/),
      expect.stringMatching(/^Output 3 pays to a contract’s address/),
      'Output 0 cannot be spent: its coins are lost.',
      'Output 1 can also be spent by others, or only together with them.',
      'Output 2 cannot be spent before a certain time.',
    ])
  })

  it('warns about plain coins at a condition’s address, which has no key', async () => {
    const { hash } = indexedAddress(ccScript(ccOne(EVAL_CODES.faucet, FAUCET_KEY.publicKey))) ?? {
      hash: new Uint8Array(),
    }
    const txExplanation = await explain(spend([to(p2pkhScript(hash))]))
    expect(txExplanation.outputs[0]?.owner).toBe('contract')
    expect(txExplanation.warnings).toContainEqual(expect.stringMatching(/^Output 0 pays to a contract’s address/))
  })

  it('returns only the owner foreign without a wallet, and all owners with a locked wallet', async () => {
    const tx = spend([to(p2pkhScript(fresh().hash)), to(THEM.p2pkh)])
    const before = await explain(tx)
    const { node, mempool } = test
    const bare = createExplainHandlers({ ...node, mempool, wallet: undefined, pubkey: () => undefined })
    const without = await bare.explaintransaction(
      { transaction: toHex(serializeTransaction(tx)), before: undefined, payer: undefined },
      context,
    )
    expect(without.outputs.map(({ owner }) => owner)).toEqual(['foreign', 'foreign'])
    await test.wallet.keyring.protect('correct horse')
    expect(test.wallet.keyring.vault.locked()).toBe(true)
    expect(await explain(tx)).toEqual(before)
  })
})

describe('explaintransaction of tokens', () => {
  const HOSTILE = '‮<b>& \u0000"GOLD'
  const change = (spent: bigint) => to(test.owner.p2pk, coin().value - spent)
  function create(owner: Uint8Array, nft?: Uint8Array, holder = owner): Transaction {
    const units = nft ? 1n : 1000n
    const payloads = nft ? [{ id: 0x11, blob: nft }] : []
    const data = encodeTokenCreate({ owner, name: text.encode(HOSTILE), description: text.encode('d'), payloads })
    const held = to(ccScript(tokenCcOne(nft?.[0] ?? EVAL_CODES.tokens, 0, holder)), units)
    return spend([MARKER, held, change(20_000n + units), to(opReturnScript(data), 0n)])
  }
  const holding = ({ vout, ...tx }: Transaction, index: number, key = test.owner): TestInput => ({
    ...{ outpoint: { hash: computeTxid({ vout, ...tx }), index }, ...vout[index]! },
    ...{ key, tree: tokenCcOne(EVAL_CODES.tokens, 0, key.pub) },
  })
  const transferData = (token: Transaction, ...pubkeys: Uint8Array[]) =>
    to(opReturnScript(encodeTokenTransfer({ tokenId: computeTxid(token), pubkeys, payloads: [] })), 0n)
  const tokensTo = (key: Uint8Array, units: bigint) => to(ccScript(tokenCcOne(EVAL_CODES.tokens, 0, key)), units)

  it('reports a created token with its name unchanged', async () => {
    const txExplanation = await explain(create(test.owner.pub))
    expect(txExplanation).toMatchObject({
      module: 'tokens',
      action: 'token-create',
      fee: 10_000n,
      paid: 11_000n,
      refused: null,
    })
    expect(txExplanation.cost).toMatchObject({ fee: 10_000n, markers: 10_000n, units: 1000n, paid: 0n, locked: 0n })
    expect(txExplanation.summary).toBe(`Creates the token ${HOSTILE} with 1,000 units.`)
    expect(txExplanation.tokens).toMatchObject([
      {
        tokenid: txExplanation.txid,
        name: HOSTILE,
        nft: false,
        created: { creator: toHex(test.owner.pub), description: 'd', supply: 1000n },
        moves: [{ n: 1, pubkey: toHex(test.owner.pub), owner: 'imported', units: 1000n }],
        burned: 0n,
      },
    ])
    expect(txExplanation.outputs.map(({ role }) => role)).toEqual(['marker', 'token', 'change', 'data'])
  })

  it('recognises an own non-fungible token as own', async () => {
    const own = fresh()
    const paid = mine(spend([to(p2pkhScript(own.hash), 5n * COIN)]))
    const data = encodeTokenCreate({
      ...{ owner: own.pubkey, name: text.encode('N'), description: text.encode('') },
      payloads: [{ id: 0x11, blob: Uint8Array.of(0xf7, 1, 2) }],
    })
    const paying = { outpoint: { hash: computeTxid(paid), index: 0 }, ...paid.vout[0]!, scriptSig: Uint8Array.of(0) }
    const made = (tree: Condition) =>
      explain(spend([MARKER, to(ccScript(tree), 1n), to(opReturnScript(data), 0n)], [paying]))
    const txExplanation = await made(tokenCcOne(0xf7, 0, own.pubkey))
    // Repeats this for conditions with the eval codes of two modules.
    expect((await made(tokenCcOne(EVAL_CODES.tokens, 0xf7, own.pubkey))).outputs[1]?.owner).toBe('own')
    expect((await made(tokenCcOne(0xf7, EVAL_CODES.assets, own.pubkey))).outputs[1]?.owner).toBe('own')
    expect((await made(tokenCcOne(0xf7, EVAL_CODES.assets, THEM.pub))).outputs[1]?.owner).toBe('foreign')
    expect(txExplanation.outputs[1]).toMatchObject({ owner: 'own', role: 'token', token: { nft: true, units: 1n } })
    expect(txExplanation.tokens[0]?.created).toMatchObject({ data: 'f70102', supply: 1n })
    expect(txExplanation.said.warnings.map(({ key }) => key)).toContain('warning.nftFixed')
    expect(txExplanation.warnings.join()).toContain('can never be moved, sold or burned: its data begin with f7')
    expect(txExplanation.summary).toBe('Creates the non-fungible token N with 1 unit.')
  })

  it('lists the receivers of units, and the units that go back to the sender', async () => {
    const token = mine(create(test.owner.pub))
    const own = fresh()
    const tx = spend(
      [tokensTo(THEM.pub, 250n), tokensTo(test.owner.pub, 750n), change(10_000n), transferData(token, THEM.pub)],
      [coin(), holding(token, 1)],
    )
    const txExplanation = await explain(tx)
    expect(txExplanation).toMatchObject({
      action: 'token-transfer',
      complete: true,
      refused: null,
      warnings: [expect.any(String)],
    })
    expect(txExplanation.summary).toBe(`Sends 250 units of ${HOSTILE} to ${toHex(THEM.pub)}.`)
    expect(txExplanation.tokens[0]?.moves.map(({ owner, units }) => [owner, units])).toEqual([
      ['foreign', 250n],
      ['imported', 750n],
    ])
    expect(txExplanation.inputs[1]).toMatchObject({ token: { units: 1000n, name: HOSTILE } })
    const kept = await explain(
      spend(
        [tokensTo(own.pubkey, 1000n), change(10_000n), transferData(token, own.pubkey)],
        [coin(), holding(token, 1)],
      ),
    )
    expect(kept.tokens[0]?.moves).toMatchObject([{ owner: 'own', pubkey: toHex(own.pubkey), units: 1000n }])
    expect(kept.summary).toBe(`Moves 1,000 units of ${HOSTILE} back to the sender.`)
  })

  it('returns the owners of units that either of two keys can spend', async () => {
    const token = mine(create(test.owner.pub))
    const [own, other] = [fresh().pubkey, fresh().pubkey]
    const ownerFor = async (named: readonly Uint8Array[], pair: readonly [Uint8Array, Uint8Array]) => {
      const either = to(ccScript(tokenCcOneOfTwo(EVAL_CODES.tokens, 0, ...pair)), 1000n)
      const txExplanation = await explain(
        spend([either, change(10_000n), transferData(token, ...named)], [coin(), holding(token, 1)]),
      )
      return txExplanation.outputs[0]?.owner
    }
    expect(await ownerFor([own, THEM.pub], [own, THEM.pub])).toBe('shared')
    // Repeats this if the data list the keys in reverse order.
    expect(await ownerFor([THEM.pub, own], [own, THEM.pub])).toBe('shared')
    expect(await ownerFor([own, other], [own, other])).toBe('own')
    expect(await ownerFor([THEM.pub, testKey(6).pub], [THEM.pub, testKey(6).pub])).toBe('foreign')
    // The private key of a contract is public.
    expect(await ownerFor([own, TOKENS_KEY.publicKey], [own, TOKENS_KEY.publicKey])).toBe('contract')
    // A key that the data do not list cannot be found, because the output contains only a hash of its condition.
    expect(await ownerFor([own], [own, THEM.pub])).toBe('foreign')
  })

  it('mentions payments besides the tokens in its summary', async () => {
    const token = mine(create(test.owner.pub))
    const outputs = [tokensTo(THEM.pub, 1000n), to(THEM.p2pkh, 3n * COIN), transferData(token, THEM.pub)]
    const txExplanation = await explain(spend(outputs, [coin(), holding(token, 1)]))
    expect(txExplanation.summary).toMatch(/^Sends 1,000 units of .* It also pays 3\.00000000 TEST to R/s)
  })

  it('reports other contract outputs besides the tokens', async () => {
    const token = mine(create(test.owner.pub))
    const bid = to(ccScript(ccOne(0xe3, ASSETS_PUBLIC_KEY)), 2n * COIN)
    const outputs = [tokensTo(THEM.pub, 1000n), bid, { ...MARKER, value: COIN }, transferData(token, THEM.pub)]
    const txExplanation = await explain(spend(outputs, [coin(), holding(token, 1)]))
    expect(txExplanation.outputs.map(({ role }) => role)).toEqual(['token', 'contract', 'contract', 'data'])
    expect(txExplanation.summary).toMatch('It also pays 3.00000000 TEST to 2 receivers.')
    expect(txExplanation.warnings.join()).toMatch('Outputs 1, 2 pay to addresses of contracts')
  })

  it('ignores the data of a transfer without token inputs, and of a token whose units are not paid for', async () => {
    const token = mine(create(test.owner.pub))
    const claim = await explain(spend([tokensTo(THEM.pub, 250n), transferData(token, THEM.pub)]))
    expect(claim).toMatchObject({ action: null, module: 'other', tokens: [] })
    expect(claim.warnings.join()).toMatch('It mentions a token, but does not create, move or trade any')
    const fake = await explain(create(THEM.pub))
    expect(fake).toMatchObject({ action: null, tokens: [] })
    expect(fake.warnings.join()).toMatch('any known token whose supply was paid for')
  })

  it('reports lost units, and that the contract’s rules reject the transaction', async () => {
    const token = mine(create(test.owner.pub))
    const tx = spend([tokensTo(THEM.pub, 250n), transferData(token, THEM.pub)], [coin(), holding(token, 1)])
    const txExplanation = await explain(tx)
    expect(txExplanation).toMatchObject({ complete: true, action: null })
    expect(txExplanation.refused).toBe('The rules of its contract reject it.')
    expect(txExplanation.tokens).toMatchObject([{ burned: 1000n, moves: [] }])
    expect(txExplanation.warnings).toContain(
      'Token units are lost: after this transaction they can no longer be moved.',
    )
  })
})

describe('explaintransaction parameters', () => {
  it.each([
    ['zz', -22],
    ['', -22],
    ['00', -22],
    ['ab'.repeat(32), -5],
    ['00'.repeat(200_001), -8],
  ])('rejects %.20s as invalid', async (given, code) => {
    await expect(async () => explain(given)).rejects.toMatchObject({ code })
  })

  it('rejects trailing bytes after the transaction', async () => {
    const hex = toHex(serializeTransaction(spend([to(THEM.p2pkh)])))
    await expect(async () => explain(`${hex}00`)).rejects.toMatchObject({ code: -22 })
  })

  it('yields to the event loop during the longest transaction', async () => {
    const { value } = coin()
    const outputs = Array.from({ length: 5000 }, () => to(THEM.p2pkh, value / 6000n))
    const tx = spend(outputs)
    let txExplanation: Explanation | undefined
    const turns = await turnsDuring(async () => {
      txExplanation = await explain(tx)
    })
    expect(txExplanation!.outputs).toHaveLength(5000)
    expect(txExplanation!.paid + txExplanation!.kept + txExplanation!.fee!).toBe(value)
    expect(turns).toBeGreaterThan(20)
  })
})
