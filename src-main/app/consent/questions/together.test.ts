import { describe, expect, it } from 'vitest'
import { done, explanation, startBroker } from '../../testing/testBroker.ts'

/** Returns a minimal transaction, different for each number; the fake node defines its effect. */
const transaction = (number: number) =>
  `0100000001${number.toString(16).padStart(2, '0').repeat(32)}0000000000ffffffff01e8030000000000000000000000`

const GOLD = { tokenid: 'ab'.repeat(32), name: 'GOLD', nft: false }
const IRON = { tokenid: 'cd'.repeat(32), name: 'IRON', nft: false }
const moved = ({ tokenid, name, nft }: typeof GOLD, units: string, owner = 'own') => ({
  ...{ tokenid, name, nft, burned: '0n', moves: [{ n: 0, address: 'RHolder', owner, units: `${units}n` }] },
})
const transfer = (...tokens: readonly object[]) => ({ action: 'token-transfer', module: 'tokens', outputs: [], tokens })

/** Returns the prompt about transactions with these effects, in order. */
async function asked(...stories: readonly object[]) {
  const hexes = stories.map((_, place) => transaction(place + 1))
  const test = startBroker()
  test.chainManager.replies['explaintransaction'] = ([hex]) =>
    explanation(String(hex), stories[hexes.indexOf(String(hex))])
  test.chainManager.replies['sendtogether'] = () => JSON.stringify(hexes.map(() => '11'.repeat(32)))
  await test.call('sendtogether', hexes.join(''))
  return test.questions[0]
}

describe('sendtogether consent', () => {
  it('names every token that is moved', async () => {
    expect(await asked(transfer(moved(GOLD, '5')), transfer(moved(IRON, '7')))).toMatchObject({
      title: 'Move 5 units of “GOLD” within your wallet; then: Move 7 units of “IRON” within your wallet?',
      agree: 'Move',
      danger: false,
    })
    const stolen = await asked(transfer(moved(GOLD, '5', 'foreign')), transfer(moved(IRON, '7')))
    expect(stolen?.title).toBe('Send 5 units of “GOLD”; then: Move 7 units of “IRON” within your wallet?')
  })

  it('names a move before the action that it enables, and additional payments', async () => {
    const move = { outputs: [], paid: '0.00000000', kept: '3.00000000' }
    expect((await asked(move, transfer(moved(IRON, '7', 'foreign'))))?.title).toBe(
      'Move 3.00000000 ONE within your wallet; then: Send 7 units of “IRON”?',
    )
    const { outputs: _, ...besides } = transfer(moved(IRON, '7', 'foreign'))
    const both = await asked(besides, move)
    expect(both?.title).toBe(
      'Send 7 units of “IRON” to RSomebody, and pay 5.00000000 ONE besides; then: Move 3.00000000 ONE within your wallet?',
    )
    expect(both?.facts[0]).toEqual({
      name: 'Step 1',
      value: 'Send 7 units of “IRON” to RSomebody, and pay 5.00000000 ONE besides',
    })
  })

  it('names all tokens of one transaction', async () => {
    const { title } = (await asked(transfer(moved(GOLD, '5', 'foreign'), moved(IRON, '7', 'foreign')))) ?? {}
    expect(title).toBe('Send 5 units of “GOLD” and 7 units of “IRON”?')
  })

  it('asks in the private sandbox only if the page supplies a transaction, or one burns coins or tokens', async () => {
    const send = async (brought: boolean, second: object) => {
      const hexes = [transaction(1), transaction(2)]
      const test = startBroker()
      test.chainManager.toys.add('one')
      let built = 0
      test.chainManager.replies['preparesend'] = () => JSON.stringify({ hex: hexes[built++] })
      test.chainManager.replies['explaintransaction'] = ([hex]) =>
        explanation(String(hex), hex === hexes[1] ? second : {})
      test.chainManager.replies['sendtogether'] = () => JSON.stringify(hexes.map(() => '11'.repeat(32)))
      const handles: string[] = []
      for (const _ of hexes) handles.push(JSON.parse(await test.call('preparesend', { outputs: [] })).hex)
      await test.call('sendtogether', brought ? `${hexes[0]}${transaction(3)}` : handles.join(''))
      return [test.questions.length, done(test.chainManager, 'sendtogether').length]
    }
    expect(await send(false, {})).toEqual([0, 1])
    expect(await send(true, {})).toEqual([1, 1])
    expect(await send(false, { action: 'token-burn', module: 'tokens' })).toEqual([1, 1])
  })
})
