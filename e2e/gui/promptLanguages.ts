/**
 * Questions, a secret and notices written by the real broker in one language, to check that they fit into their
 * windows.
 */
import type { Disclosure, Notice, Question } from '../../src-main/app/consent/consentUi.ts'
import { ADDRESS, explanation, startBroker, YES } from '../../src-main/app/testing/testBroker.ts'
import type { Language } from '../../src-shared/languages.ts'
import { TOKEN } from './promptSamples.ts'

export interface Written {
  readonly questions: Readonly<Record<string, Question>>
  readonly disclosure: Disclosure
  readonly notices: readonly Notice[]
}

const output = (owner: string, more: object) => ({
  ...{ n: 0, address: ADDRESS, amount: '5.00000000', type: 'pubkeyhash', owner, change: false, role: 'payment' },
  ...more,
})
const token = { tokenid: TOKEN, name: 'Gold der Alpen, Serie 2027', nft: false }

/** A transfer that also pays coins, with all possible warnings. */
const TRANSFER = {
  ...{ module: 'tokens', action: 'token-transfer', fee: '7.00000000', kept: '0.00000000' },
  outputs: [
    output('foreign', { token: { ...token, units: '1250000n' }, role: 'token' }),
    output('contract', { n: 1 }),
    output('imported', { n: 2, change: true, role: 'change' }),
  ],
  tokens: [{ ...token, moves: [{ n: 0, address: ADDRESS, units: '1250000n', owner: 'foreign' }], burned: '0n' }],
}

export async function written(language: Language): Promise<Written> {
  const test = startBroker({ language: () => language })
  const { replies } = test.chainManager
  const asked: Record<string, Question> = {}
  const ask = async (name: string, method: string, ...params: unknown[]) => {
    test.put.length = 0
    await test.call(method, ...params)
    const [question] = test.put
    if (question !== undefined) asked[name] = question
  }
  await ask('payment', 'sendrawtransaction', '00'.repeat(40))
  replies['explaintransaction'] = () => explanation('00', TRANSFER)
  await ask('tokens', 'sendrawtransaction', '00'.repeat(40))
  await ask('identity', 'setidentity', `02${'79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'}`)
  await ask('unlock', 'unlockwallet', '', 36_000)
  await ask('protect', 'protectwallet', '')
  await ask('backup', 'sealbackup', '')
  await ask('phrase', 'setphrase', '', { restore: true, birth: 1_700_000_000 })
  await ask('delete', 'deletechain', 'one', 'ONE')
  await ask('ban', 'setban', '203.0.0.0/8', 'add')
  await ask('move-in', 'moveinnode', '/old', { conf: true })
  test.answer = (question) => ({
    ...YES,
    ...(question.ticks && { ticked: question.ticks.flatMap(({ choices }) => choices.map(({ name }) => name)) }),
  })
  await ask('old-keys', 'importpassphrase', '')
  asked['old-addresses'] = test.put[1] as Question
  await test.call('newphrase', 24)
  await test.call('setban', '203.0.113.9', 'add')
  await test.call('setautomine', true)
  await test.call('savecontact', { name: 'Bob', addresses: [ADDRESS], pubkeys: [] })
  const [disclosure] = test.disclosures
  if (disclosure === undefined) throw new Error('nothing was shown')
  return { questions: asked, disclosure, notices: test.notices }
}
