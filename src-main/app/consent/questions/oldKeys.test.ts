import { describe, expect, it } from 'vitest'
import {
  ADDRESS,
  type BrokerTest,
  done,
  NO,
  RECORDED_READINGS,
  SECRET,
  startBroker,
  YES,
} from '../../testing/testBroker.ts'
import type { Question, QuestionAnswer } from '../consentUi.ts'

const tick =
  (...names: readonly string[]) =>
  (question: Question): QuestionAnswer =>
    question.ticks ? { ...YES, ticked: names } : YES

function replyWith(test: BrokerTest, changes: object) {
  const text = JSON.stringify({ ...RECORDED_READINGS, ...changes }).replaceAll('"5.00000000"', '5.00000000')
  test.chainManager.replies['inspectpassphrase'] = () => text
}

describe('importpassphrase of a page', () => {
  it('lets the user type the text, shows its addresses and imports the chosen one', async () => {
    const test = startBroker()
    test.answer = tick('agama')
    expect(JSON.parse(await test.call('importpassphrase', '', 'savings\u202e'))).toEqual({ addresses: [ADDRESS] })
    expect(done(test.chainManager, 'inspectpassphrase').map(({ params }) => params)).toEqual([[SECRET]])
    const [call] = done(test.chainManager, 'importpassphrase')
    expect(call?.params).toEqual([SECRET, 'savings\u202e', true, ['agama']])
    const [typing, choosing] = test.questions
    expect(typing).toMatchObject({ secrets: [{ name: 'text', kind: 'text' }], danger: false })
    expect(typing?.facts).toEqual([{ name: 'Label', value: '“savings\\u{202e}”' }])
    expect(choosing).toMatchObject({
      kind: 'importpassphrase',
      danger: true,
      ticks: [
        {
          required: true,
          choices: [
            {
              name: 'agama',
              label: 'Passphrase of Agama, AtomicDEX or an older Komodo wallet',
              lines: [
                ADDRESS,
                'Balance 5.00000000 ONE',
                '2 transactions, from 2017-07-14 02:40:00 UTC to 2020-09-13 12:26:40 UTC',
                'Holds 1 token',
              ],
              ticked: true,
            },
            {
              name: 'sha256-trimmed',
              label: 'Passphrase of an old web wallet (plain SHA-256), without the blanks around the text',
              lines: [
                'ROther',
                expect.stringMatching(/^No payment on this chain up to block 1.234$/),
                'Already in this wallet',
              ],
              ticked: false,
            },
          ],
        },
      ],
    })
    expect(choosing?.warnings).toEqual([expect.stringContaining('send the coins to a new address')])
  })

  it('gives the page only the addresses, whatever happens', async () => {
    const test = startBroker()
    test.answer = tick('agama', 'sha256-trimmed')
    const results = [await test.call('importpassphrase', '')]
    test.answer = () => NO
    results.push(await test.call('importpassphrase', '').catch(String))
    test.answer = tick()
    test.time += 400_000
    results.push(await test.call('importpassphrase', '').catch(String))
    expect(results).toEqual([
      JSON.stringify({ addresses: [ADDRESS, ADDRESS] }),
      expect.stringContaining('You decided against it'),
      expect.stringContaining('No address was chosen'),
    ])
    expect(done(test.chainManager, 'importpassphrase')).toHaveLength(1)
  })

  it('imports only readings that were shown', async () => {
    const test = startBroker()
    test.answer = tick('bip39')
    await expect(test.call('importpassphrase', '')).rejects.toThrow('No address was chosen')
    expect(done(test.chainManager, 'importpassphrase')).toEqual([])
  })

  it.each([
    [['horse'], 'text: must be empty'],
    [['', '', true, ['agama']], 'readings: must be empty'],
  ])('rejects the parameters %j without asking', async (params, message) => {
    const test = startBroker()
    await expect(test.call('importpassphrase', ...params)).rejects.toThrow(message)
    expect([test.questions, done(test.chainManager, 'inspectpassphrase')]).toEqual([[], []])
  })

  it('cannot be replaced by inspectpassphrase, which a page may never call', async () => {
    const test = startBroker()
    await expect(test.call('inspectpassphrase', 'horse')).rejects.toThrow('A page cannot call this method')
    expect(test.chainManager.calls).toEqual([])
  })

  it('names a shielded key, asks again, and gives up after the third one', async () => {
    const test = startBroker()
    replyWith(test, { readings: [], shielded: 'sapling' })
    await expect(test.call('importpassphrase', '')).rejects.toThrow('Nothing was imported.')
    expect(test.questions.map(({ warnings }) => warnings)).toEqual([
      [],
      [expect.stringContaining('a Sapling spending key')],
      [expect.stringContaining('a Sapling spending key')],
    ])
    expect(done(test.chainManager, 'importpassphrase')).toEqual([])
  })

  it.each([
    [128, 'Private key of Bitcoin or one of many other coins'],
    [176, 'Private key of Litecoin'],
    [7, 'Private key of another coin'],
  ])('names the coin of a private key with the prefix %i', async (prefix, label) => {
    const test = startBroker()
    test.answer = tick('otherwif')
    const [reading] = RECORDED_READINGS.readings
    replyWith(test, { readings: [{ ...reading, id: 'otherwif', reading: 'otherwif' }], hints: ['othercoin'], prefix })
    await test.call('importpassphrase', '')
    expect(test.questions[1]?.ticks?.[0]?.choices[0]?.label).toBe(label)
    expect(test.questions[1]?.warnings).toHaveLength(1)
  })

  it('asks nothing while the wallet is locked', async () => {
    const test = startBroker()
    const status = JSON.parse(await test.chainManager.call('getwalletstatus', '[]'))
    test.chainManager.replies['getwalletstatus'] = () => JSON.stringify({ ...status, locked: true })
    await expect(test.call('importpassphrase', '')).rejects.toMatchObject({ code: -13 })
    expect(test.questions).toEqual([])
  })

  it('delays the page after the user declined at either step, and offers to close it after some refusals', async () => {
    const test = startBroker()
    const declineAt = async (step: 1 | 2) => {
      test.answer = (question) => (step === 1 || question.ticks ? NO : YES)
      await expect(test.call('importpassphrase', '')).rejects.toThrow('You decided against it')
    }
    await declineAt(2)
    await declineAt(2)
    await expect(test.call('importpassphrase', '')).rejects.toThrow('it can be asked again in 5 s')
    test.time += 5_000
    await declineAt(1)
    await expect(test.call('importpassphrase', '')).rejects.toThrow('it can be asked again in 15 s')
    test.time += 15_000
    await declineAt(2)
    expect(test.questions.at(-1)?.offerClosing).toBe(true)
  })

  it('lets no other question in between its two steps', async () => {
    const test = startBroker()
    const others: unknown[] = []
    test.answer = async (question) => {
      if (question.ticks) others.push(await test.call('dumpprivkey', ADDRESS).catch((error: Error) => error.message))
      return tick('agama')(question)
    }
    await test.call('importpassphrase', '')
    expect(others).toEqual(['Another question is waiting for an answer'])
  })

  it('withdraws its second question with the chain', async () => {
    const test = startBroker()
    test.answer = (question) => {
      if (question.ticks) test.chainManager.end('one')
      return tick('agama')(question)
    }
    await expect(test.call('importpassphrase', '')).rejects.toThrow('The question was withdrawn')
    expect(done(test.chainManager, 'importpassphrase')).toEqual([])
  })

  it('rejects calls in a browser, and says what to use instead', async () => {
    const test = startBroker({ secrets: 'page' })
    await expect(test.call('importpassphrase', '')).rejects.toThrow('Use the desktop app, or convertpassphrase')
    expect(test.questions).toEqual([])
  })
})
