/**
 * Fuzz test: a page calls any method in any order with any parameters, while the user approves or declines at random,
 * and chains change and stop. Checks that calls reaching a node are allowed by their level, and that no signature or
 * secret reaches the page.
 */
import { describe, expect, it } from 'vitest'
import { windowMethods } from '#shared/chains/index.ts'
import { type Encodable, stringifyJson } from '#shared/json.ts'
import type { Method } from '#shared/rpc/define.ts'
import {
  ADDRESS,
  type Call,
  done,
  NO,
  PUBKEY,
  SECRET,
  SIGNATURE,
  signedHex,
  startBroker,
  txidOfHex,
  YES,
} from '../testing/testBroker.ts'
import type { Question } from './consentUi.ts'

const ROUNDS = process.env['CHAINWRIGHT_NIGHTLY'] === '1' ? 200_000 : 10_000

const all: readonly Method[] = Object.values(windowMethods)

/** Deterministic generator of uniform numbers. */
function createDice(seed: number) {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return state / 2 ** 32
  }
  return {
    below: (count: number) => Math.floor(next() * count),
    one: <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)] as T,
  }
}

type Dice = ReturnType<typeof createDice>

const NASTY: readonly Encodable[] = [
  ...[null, true, false, 0, 1, 5, -1, 2 ** 31, '', '0', '1', 'add', 'remove', 'onetry', 'one', 'two', 'ONE', 'TWO'],
  ...[ADDRESS, PUBKEY, '192.0.2.1', '0.0.0.0/0', 'bytes.evil.example', signedHex(999), '22'.repeat(32), '__proto__'],
  ...[[], {}, [ADDRESS], { [ADDRESS]: '5' }, { phrase: '' }, { dump: '' }, { options: [], outputs: [] }],
  ...['x'.repeat(300), `${' '.repeat(700)}${ADDRESS}`, '\u202e'],
]

/** Returns parameters that often fit: the parameter's example, a handle returned earlier, or an arbitrary value. */
function paramsFor(method: Method, dice: Dice, handles: readonly string[]): readonly Encodable[] {
  const example = dice.one(method.examples)?.params ?? []
  const most = Math.max(method.leastParams, dice.below(method.params.length + 2))
  return Array.from(
    { length: dice.below(3) === 0 ? most : Math.max(example.length, method.leastParams) },
    (_, index) => {
      const param = method.params[index]
      if (param?.traits.secret === true && dice.below(4) > 0) return method.name === 'provebackup' ? { dump: '' } : ''
      if (param?.traits.transaction === true && handles.length > 0 && dice.below(3) > 0) return dice.one(handles)
      return dice.below(3) === 0 || example[index] === undefined ? dice.one(NASTY) : example[index]
    },
  )
}

const SENDING: ReadonlySet<string> = new Set(['sendrawtransaction', 'sendprepared', 'sendtogether'])
const PAYING: ReadonlySet<string> = new Set([...SENDING, 'sendtoaddress', 'sendmany', 'sendfrom'])

/** Calls that the broker makes itself after the user approved another one. */
const FOLLOWS: Readonly<Record<string, readonly string[]>> = {
  inspectpassphrase: ['importpassphrase'],
  notebackup: ['exportwallet', 'sealbackup', 'showphrase'],
  setphrase: ['newphrase'],
}

/** Calls whose plan asks several questions. At random they would hardly ever get past the first one. */
const STEPPED = [
  ['importpassphrase', ['', 'label']],
  ['moveinnode', ['/old', { conf: true }]],
] as const

describe('hostile page', () => {
  it('causes no action without its approval, and receives no signatures or secrets', async () => {
    const dice = createDice(20_261_122)
    const test = startBroker()
    const { chainManager } = test
    // Give the token a link: without one there is no prompt and no server is contacted.
    chainManager.link = { address: 'https://pictures.example/a.png', host: 'pictures.example' }
    /** approved, but not used yet */
    let agreed: { readonly question: Question; readonly chain: string | null } | undefined
    test.answer = (question) => {
      const chain = question.chain === null ? null : question.chain.startsWith('First') ? 'one' : 'two'
      // The page continues to act while the prompt is open.
      if (dice.below(4) === 0) chainManager.show(dice.one(['one', 'two', null]))
      if (dice.below(20) === 0) chainManager.end(dice.one(['one', 'two']))
      if (dice.below(2) === 0) return dice.below(50) === 0 ? { agreed: false, close: true } : NO
      agreed = { question, chain }
      const names = question.ticks?.flatMap(({ choices }) => choices.map(({ name }) => name))
      return { ...YES, ...(names && { ticked: names.filter(() => dice.below(2) === 0) }) }
    }

    const check = ({ method, params, chain }: Call, asked: string) => {
      const level = all.find(({ name }) => name === method)?.consent
      if (level === 'none' || level === 'tell') return
      const pays = SENDING.has(method) && PAYING.has(asked)
      const permitted = FOLLOWS[method]?.includes(asked) || (level === 'ask' && (method === asked || pays))
      expect(permitted, `${method} after ${asked}`).toBe(true)
      expect(agreed?.question.kind, `${method} after ${asked}`).toBe(pays ? 'payment' : asked)
      if (agreed?.chain !== null && chain !== null) expect(chain).toBe(agreed?.chain)
      if (!pays) return
      const shown = { name: 'Transaction', value: txidOfHex(String(params[0])) }
      expect(agreed?.question.facts).toContainEqual(shown)
    }

    const handles: string[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const [name, given] = dice.below(40) === 0 ? dice.one(STEPPED) : []
      const method = all.find((each) => each.name === name) ?? dice.one(all)
      const params = stringifyJson(given ?? paramsFor(method, dice, handles))
      if (dice.below(5) === 0) chainManager.show(dice.one(['one', 'two']))
      if (chainManager.shown() === null) chainManager.show('one')
      if (dice.below(3) > 0) test.time += 400_000
      agreed = undefined
      const before = chainManager.calls.length
      const text = await test.broker.call(method.name, params).catch((error: Error) => {
        expect(error.name, `${method.name} ${params}`).toBe('RpcError')
        return error.message
      })
      // A signature that the page passed itself is not a leak.
      if (!params.includes(SIGNATURE)) expect(text.includes(SIGNATURE), `${method.name} ${params}`).toBe(false)
      expect(text.includes(SECRET), `${method.name} ${params}`).toBe(false)
      for (const handle of text.match(/"hex":"([0-9a-f]{64})"/)?.slice(1) ?? []) handles.push(handle)
      for (const call of chainManager.calls.slice(before)) check(call, method.name)
    }
    expect(handles.length).toBeGreaterThan(20)
    expect(done(chainManager, 'importpassphrase').length).toBeGreaterThan(0)
    expect(done(chainManager, 'moveinnode').length).toBeGreaterThan(0)
    expect(test.questions.length).toBeGreaterThan(100)
    expect(chainManager.calls.filter(({ method }) => SENDING.has(method)).length).toBeGreaterThan(5)
  })

  it('receives only public event data, and none after unsubscribing', async () => {
    const test = startBroker()
    const heard: string[] = []
    const end = test.broker.onEvent((event) => heard.push(JSON.stringify(event)))
    const claim = { state: 'found', id: 1, attempts: 5, rate: 1, elapsed: 1, probability: 0.5 } as const
    test.chainManager.emit({ type: 'faucet', claim })
    end()
    test.chainManager.emit({ type: 'wallet' })
    expect(heard).toEqual([JSON.stringify({ type: 'faucet', claim })])
  })
})
