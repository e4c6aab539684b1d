import { describe, expect, it } from 'vitest'
import { JsonParseError } from '#shared/json.ts'
import {
  ADDRESS,
  done,
  explanation,
  NO,
  PUBKEY,
  SECRET,
  SIGNATURE,
  signedHex,
  startBroker,
  txidOfHex,
  YES,
} from '../testing/testBroker.ts'

const RAW = signedHex(77)
const peeked = (text: string) => text.includes(SIGNATURE) || text.includes(SECRET)

describe('Broker', () => {
  it('forwards read-only calls and rejects unknown methods', async () => {
    const test = startBroker()
    await test.call('getblockcount')
    await expect(test.call('toString')).rejects.toMatchObject({ code: -32601 })
    await expect(test.call('__proto__')).rejects.toMatchObject({ code: -32601 })
    await expect(test.call('SENDTOADDRESS', ADDRESS, 5)).rejects.toMatchObject({ code: -32601 })
    expect(test.chainManager.calls.map(({ method }) => method)).toEqual(['getblockcount'])
    expect(test.questions).toEqual([])
  })

  it('rejects methods that only the command line may call', async () => {
    const test = startBroker()
    await expect(test.call('submitblock', '00')).rejects.toThrow('use the command line')
    await expect(test.call('notebackup', 1)).rejects.toThrow('use the command line')
    expect(test.chainManager.calls).toEqual([])
  })

  it('allows notebackup in browser mode, in which the page keeps the secrets', async () => {
    const test = startBroker({ secrets: 'page', sealed: false, stakes: new Set(['money', 'keys']) })
    await test.call('notebackup', 1)
    expect(done(test.chainManager, 'notebackup')).toHaveLength(1)
    expect(JSON.parse(await test.call('dumpprivkey', ADDRESS))).toBe(SECRET)
    expect(test.questions).toHaveLength(1)
    await test.call('stop')
    expect(test.questions).toHaveLength(1)
    expect(JSON.parse(await test.call('preparesend', { outputs: [] })).hex).toContain(SIGNATURE)
  })

  it.each(['{', '{}', '5', '"x"', '[', `[${'['.repeat(600)}`])(
    'rejects sendrawtransaction with parameters %j without asking',
    async (params) => {
      const test = startBroker()
      await expect(test.broker.call('sendrawtransaction', params)).rejects.toMatchObject({ name: 'RpcError' })
      await expect(test.broker.call('sendrawtransaction', params)).rejects.not.toBeInstanceOf(JsonParseError)
      expect([test.chainManager.calls, test.questions]).toEqual([[], []])
    },
  )

  it('rejects parameters that exceed the size limit', async () => {
    const test = startBroker()
    const long = `["${'a'.repeat(5_000_000)}"]`
    for (const method of ['sendrawtransaction', 'signmessage', 'setban', 'importwallettext', 'signrawtransaction']) {
      await expect(test.broker.call(method, long)).rejects.toThrow('Params are too long')
    }
    expect([test.chainManager.calls, test.questions]).toEqual([[], []])
  })

  it('cancels the open question and rejects calls once its window is closed', async () => {
    const test = startBroker()
    let gone = false
    test.answer = (_, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          gone = true
          reject(signal.reason)
        })
        queueMicrotask(() => test.broker.close())
      })
    await expect(test.call('stop')).rejects.toThrow('The question was withdrawn. Nothing was done.')
    expect([gone, done(test.chainManager, 'stop')]).toEqual([true, []])
    await expect(test.call('getinfo')).rejects.toThrow('The window is closed')
  })
})

describe('payment consent', () => {
  it.each([
    ['sendtoaddress', [ADDRESS, '5']],
    ['sendmany', ['', { [ADDRESS]: '5' }]],
    ['sendfrom', ['', ADDRESS, '5']],
  ])('builds a payment of %s first, shows it, and sends exactly what was shown', async (method, params) => {
    const test = startBroker()
    test.answer = (question) => {
      // The page switches chains while the question is open.
      test.chainManager.show('two')
      expect(done(test.chainManager, 'sendprepared')).toEqual([])
      expect(question).toMatchObject({
        kind: 'payment',
        chain: 'First (ONE)',
        title: 'Send 5.00000000 ONE to RSomebody?',
      })
      return YES
    }
    const txid = JSON.parse(await test.call(method, ...params))
    const hex = signedHex(1)
    expect(txid).toBe(txidOfHex(hex))
    expect(done(test.chainManager, method)).toEqual([])
    expect(done(test.chainManager, 'sendprepared')).toEqual([
      { chain: 'one', method: 'sendprepared', params: [hex, '', ''] },
    ])
    expect(test.chainManager.calls.every(({ chain }) => chain !== 'two')).toBe(true)
  })

  it.each(['sendrawtransaction', 'sendprepared'])(
    'decodes transaction bytes that the page passes to %s',
    async (method) => {
      const test = startBroker()
      await test.call(method, RAW)
      expect(test.questions[0]?.facts).toContainEqual({ name: 'Transaction', value: txidOfHex(RAW) })
      expect(done(test.chainManager, method)[0]?.params[0]).toBe(RAW)
    },
  )

  it('shows all payees, change, fee, total and their owners', async () => {
    const test = startBroker()
    await test.call('sendrawtransaction', RAW)
    expect(test.questions[0]).toMatchObject({
      facts: [
        { name: 'You pay', value: '5.00010000 ONE' },
        { name: 'Network fee', value: '0.00010000 ONE' },
        { name: 'Change', value: '0.99990000 ONE' },
        { name: 'Transaction', value: txidOfHex(RAW) },
      ],
      lists: [
        { heading: 'To', rows: [{ who: 'RSomebody', what: '5.00000000 ONE', owner: 'foreign' }] },
        { heading: 'Change', rows: [{ who: 'ROwn', what: '0.99990000 ONE', owner: 'own' }] },
        { heading: 'From', rows: [{ who: 'ROwn', what: '6.00000000 ONE', owner: 'own' }] },
      ],
      danger: false,
    })
  })

  it('sends nothing if the user declines or the chain stops', async () => {
    const test = startBroker()
    test.answer = () => NO
    await expect(test.call('sendrawtransaction', RAW)).rejects.toThrow('You decided against it. Nothing was done.')
    test.answer = () => {
      test.chainManager.end('one')
      return YES
    }
    await expect(test.call('sendrawtransaction', RAW)).rejects.toThrow('The question was withdrawn')
    expect(done(test.chainManager, 'sendrawtransaction')).toEqual([])
  })

  it('asks nothing if the node would reject the transaction', async () => {
    const test = startBroker()
    test.chainManager.replies['explaintransaction'] = () =>
      explanation(RAW, { refused: 'A signature is missing or wrong.' })
    await expect(test.call('sendrawtransaction', RAW)).rejects.toThrow('A signature is missing or wrong.')
    expect(test.questions).toEqual([])
  })

  it('rejects a transaction id, which would describe another transaction', async () => {
    const test = startBroker()
    await expect(test.call('sendrawtransaction', '22'.repeat(32))).rejects.toMatchObject({ code: -22 })
    expect(done(test.chainManager, 'explaintransaction')).toEqual([])
  })

  it('rejects more than 500 payees and names their number', async () => {
    const test = startBroker()
    const outputs = Array.from({ length: 501 }, (_, n) => ({
      ...{
        n,
        address: `R${n}`,
        amount: '1.00000000',
        type: 'pubkeyhash',
        owner: 'foreign',
        change: false,
        role: 'payment',
      },
    }))
    test.chainManager.replies['explaintransaction'] = () => explanation(RAW, { outputs })
    await expect(test.call('sendrawtransaction', RAW)).rejects.toThrow(
      'The call contains a list of 501 payees, too much to show completely for approval: use the command line',
    )
    test.chainManager.replies['explaintransaction'] = () => explanation(RAW, { outputs: outputs.slice(1) })
    await test.call('sendrawtransaction', RAW)
    expect(test.questions[0]?.lists[0]?.rows).toHaveLength(500)
  })

  it('shows tokens in units, with name and full id', async () => {
    const test = startBroker()
    const tokenid = 'ab'.repeat(32)
    const name = '10.00000000 to ROwn\u202e'
    const token = { tokenid, name, units: '1000000000n', nft: false }
    const place = { n: 0, address: 'RToken', owner: 'foreign', pubkey: PUBKEY }
    test.chainManager.replies['explaintransaction'] = () =>
      explanation(RAW, {
        outputs: [{ ...place, amount: '10.00000000', type: 'cryptocondition', change: false, role: 'token', token }],
        tokens: [{ tokenid, name, nft: false, moves: [{ ...place, units: '1000000000n' }], burned: '0n' }],
        ...{ module: 'tokens', action: 'token-transfer' },
      })
    await test.call('sendrawtransaction', RAW)
    const [question] = test.questions
    expect(question?.title).toBe('Send 1,000,000,000 units of “10.00000000 to ROwn\\u{202e}” to RToken?')
    expect(question?.lists.find(({ heading }) => heading === 'Tokens')?.rows).toEqual([
      {
        who: 'RToken',
        what: '1,000,000,000 units of “10.00000000 to ROwn\\u{202e}”',
        owner: 'foreign',
        note: 'token abababababab…abababababab',
      },
    ])
    expect(question?.facts).toContainEqual({ name: 'Token id', value: tokenid })
    expect(question?.danger).toBe(true)
  })

  it('marks addresses of the sandbox’s other wallet as that wallet’s node reports them', async () => {
    const test = startBroker()
    const tokenid = 'ab'.repeat(32)
    const token = { tokenid, name: 'GOLD', units: '7n', nft: false }
    const place = { n: 0, amount: '1.00000000', type: 'pubkeyhash', change: false, role: 'payment' }
    const by = (chain: string | null, owner: string) => (chain === 'two' ? owner : 'foreign')
    let running = true
    test.chainManager.replies['explaintransaction'] = (_, chain) => {
      if (chain === 'two' && !running) throw new Error('it stopped')
      const move = { n: 0, address: 'RKey', owner: by(chain, 'own'), pubkey: PUBKEY, units: '7n' }
      const outputs = [
        { ...place, address: 'RMade', owner: by(chain, 'own') },
        { ...place, n: 1, address: 'RImported', owner: by(chain, 'imported') },
        { ...place, n: 2, address: 'RWatched', owner: by(chain, 'watched') },
        { ...place, n: 3, address: 'RStranger', owner: 'foreign' },
        { ...place, n: 4, address: 'RContract', owner: chain === 'two' ? 'own' : 'contract' },
        { ...place, ...move, n: 5, role: 'token', type: 'cryptocondition', token },
      ]
      const tokens = [{ tokenid, name: 'GOLD', nft: false, moves: [move], burned: '0n' }]
      return explanation(RAW, { outputs, tokens, module: 'tokens', action: 'token-transfer' })
    }
    const owners = (number: number) =>
      Object.fromEntries(
        test.questions[number]?.lists.flatMap(({ rows }) => rows.map((row) => [row.who, row.owner])) ?? [],
      )
    const strangers = { RImported: 'foreign', RWatched: 'foreign', RStranger: 'foreign', RContract: 'contract' }
    await test.call('sendrawtransaction', RAW)
    expect(owners(0)).toMatchObject({ ...strangers, RMade: 'foreign', RKey: 'foreign' })
    test.chainManager.other = 'two'
    await test.call('sendrawtransaction', RAW)
    expect(owners(1)).toMatchObject({ ...strangers, RMade: 'otherWallet', RKey: 'otherWallet' })
    // The rest of the prompt is unchanged: a title for several payees names no user.
    expect(test.questions[1]).toMatchObject({ title: test.questions[0]?.title, danger: test.questions[0]?.danger })
    running = false
    await test.call('sendrawtransaction', RAW)
    expect(owners(2)).toMatchObject({ ...strangers, RMade: 'foreign', RKey: 'foreign' })
  })

  it('names the user in the title of a payment only to the sandbox’s other wallet', async () => {
    const test = startBroker()
    test.chainManager.other = 'two'
    test.chainManager.replies['explaintransaction'] = (_, chain) => {
      const output = { n: 0, amount: '5.00000000', type: 'pubkeyhash', change: false, role: 'payment' }
      return explanation(RAW, {
        outputs: [{ ...output, address: 'RMade', owner: chain === 'two' ? 'own' : 'foreign' }],
      })
    }
    await test.call('sendrawtransaction', RAW)
    expect(test.questions[0]?.title).toBe('Send 5.00000000 ONE to Friend?')
    expect(test.questions[0]?.lists[0]?.rows).toMatchObject([{ who: 'RMade', owner: 'otherWallet', name: 'Friend' }])
  })

  it('warns if the change goes to an imported key', async () => {
    const test = startBroker()
    const change = { n: 1, address: 'RX', amount: '0.9', type: 'pubkey', change: true, role: 'change' }
    test.chainManager.replies['explaintransaction'] = () =>
      explanation(RAW, { outputs: [{ ...change, amount: '0.90000000', owner: 'imported' }] })
    await test.call('sendrawtransaction', RAW)
    expect(test.questions[0]).toMatchObject({
      warnings: ['The change goes to a key that is not yours alone.'],
      danger: true,
    })
  })

  it('shows no text of the page except notes, with hidden characters made visible', async () => {
    const test = startBroker()
    await test.call('sendtoaddress', ADDRESS, '5', `rent${' '.repeat(700)}\u202e\n`, 'x'.repeat(1000))
    expect(test.questions[0]?.facts.slice(-2)).toEqual([
      { name: 'Note of the page', value: '“rent [700 blanks] \\u{202e}\\u{a}”' },
      { name: 'For', value: `“${'x'.repeat(1000)}”` },
    ])
    expect(done(test.chainManager, 'sendprepared')[0]?.params.slice(1)).toEqual([
      `rent${' '.repeat(700)}\u202e\n`,
      'x'.repeat(1000),
    ])
    await expect(test.call('sendtoaddress', ADDRESS, '5', 'x'.repeat(1001))).rejects.toThrow('at most 1000 characters')
  })
})

describe('signed transactions', () => {
  it.each(['preparesend', 'tokencreate', 'tokentransfer', 'faucetfund', 'fundrawtransaction', 'signrawtransaction'])(
    'of %s stay in the app, and the page gets a handle',
    async (method) => {
      const test = startBroker()
      const params: Record<string, unknown[]> = {
        preparesend: [{ outputs: [] }],
        tokencreate: ['n', '1'],
        tokentransfer: ['id', PUBKEY, '1'],
        faucetfund: ['1'],
        fundrawtransaction: [RAW],
        signrawtransaction: [RAW],
      }
      const text = await test.call(method, ...(params[method] ?? []))
      expect(peeked(text)).toBe(false)
      const handle = JSON.parse(text).hex as string
      expect(handle).toMatch(/^[0-9a-f]{64}$/)
      const decoded = await test.call('decoderawtransaction', handle)
      expect(peeked(decoded)).toBe(false)
      expect(JSON.parse(decoded).vin[0].scriptSig).toEqual({ asm: '', hex: '' })
      const again = JSON.parse(await test.call('signrawtransaction', handle)).hex
      await test.call('sendrawtransaction', handle)
      await test.call('sendprepared', again)
      expect(done(test.chainManager, 'sendrawtransaction')[0]?.params[0]).toContain(SIGNATURE)
      expect(done(test.chainManager, 'sendprepared')[0]?.params[0]).toContain(SIGNATURE)
    },
  )

  it('get one handle for the same bytes, however often getfaucetclaim returns them', async () => {
    const test = startBroker()
    test.chainManager.replies['getfaucetclaim'] = () => `{"state":"found","hex":"${RAW}"}`
    const handles = new Set<string>()
    for (let i = 0; i < 5; i++) handles.add(JSON.parse(await test.call('getfaucetclaim')).hex)
    expect(handles.size).toBe(1)
  })

  it('cannot be used on another chain', async () => {
    const test = startBroker()
    const { hex } = JSON.parse(await test.call('preparesend', { outputs: [] }))
    test.chainManager.show('two')
    for (const method of ['sendprepared', 'sendrawtransaction', 'decoderawtransaction', 'explaintransaction']) {
      await expect(test.call(method, hex)).rejects.toThrow('This transaction was made on another chain')
    }
    expect(test.questions).toEqual([])
  })

  it.each(['NONE', 'SINGLE', 'ALL|ANYONECANPAY', 'NONE|ANYONECANPAY'])(
    'never use sighash type %s for a page, which would allow changes after approval',
    async (sighash) => {
      const test = startBroker()
      await expect(test.call('signrawtransaction', RAW, [], [], sighash)).rejects.toThrow('use the command line')
      expect(done(test.chainManager, 'signrawtransaction')).toEqual([])
      await test.call('signrawtransaction', RAW, null, null, 'ALL')
      await test.call('signrawtransaction', RAW, null, null, null)
      expect(done(test.chainManager, 'signrawtransaction')).toHaveLength(2)
    },
  )

  it('reach the page unsealed in browser mode', async () => {
    const test = startBroker({ sealed: false })
    expect(JSON.parse(await test.call('preparesend', { outputs: [] })).hex).toContain(SIGNATURE)
  })
})

describe('rate limits of prompts', () => {
  it('open one prompt at a time and reject further ones', async () => {
    const test = startBroker()
    const answered = Promise.withResolvers<typeof YES>()
    test.answer = () => answered.promise
    const first = test.call('stop')
    await expect.poll(() => test.questions.length).toBe(1)
    await expect(test.call('exportwallet')).rejects.toThrow('Another question is waiting for an answer')
    await test.call('getbalance')
    answered.resolve(YES)
    await first
    expect(test.questions).toHaveLength(1)
  })

  it('delay prompts of a kind longer after each refusal, without work for the node', async () => {
    const test = startBroker()
    test.answer = () => NO
    const tries: number[] = []
    for (const pause of [0, 5, 15, 60, 300, 300]) {
      await expect(test.call('sendtoaddress', ADDRESS, '5')).rejects.toThrow('You decided against it')
      tries.push(test.questions.length)
      const calls = test.chainManager.calls.length
      if (pause > 0) {
        for (let i = 0; i < 1000; i++) {
          await expect(test.broker.call('sendrawtransaction', '[')).rejects.toThrow(
            'This question was asked a moment ago',
          )
        }
        expect(test.chainManager.calls).toHaveLength(calls)
        test.time += pause * 1000 - 1
        await expect(test.call('sendfrom', '', ADDRESS, '5')).rejects.toThrow('it can be asked again in 1 s')
        test.time += 1
      }
    }
    expect(tries).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('let a user correct a payment ten times, and delay a page that asks in a loop', async () => {
    const test = startBroker()
    test.answer = () => {
      test.time += 2_000
      return { agreed: false, change: true }
    }
    for (let count = 0; count < 10; count++) {
      await expect(test.call('sendtoaddress', ADDRESS, '5')).rejects.toThrow(
        'You chose to change it. Nothing was done.',
      )
      test.time += 2_001
    }
    expect(done(test.chainManager, 'sendprepared')).toEqual([])
    await test.call('sendtoaddress', ADDRESS, '5').catch(() => undefined)
    await test.call('sendtoaddress', ADDRESS, '5').catch(() => undefined)
    await test.call('sendtoaddress', ADDRESS, '5').catch(() => undefined)
    await expect(test.call('sendtoaddress', ADDRESS, '5')).rejects.toThrow('This question was asked a moment ago')
  })

  it('offer changes only for calls with a form, and count them as a refusal elsewhere', async () => {
    const test = startBroker()
    test.answer = () => ({ agreed: false, change: true })
    await expect(test.call('stop')).rejects.toThrow('You decided against it. Nothing was done.')
    await expect(test.call('sendtoaddress', ADDRESS, '5')).rejects.toThrow('You chose to change it')
    expect(test.questions.map(({ offerChange }) => offerChange)).toEqual([undefined, true])
  })

  it('stop a page that cycles through the kinds of prompt, and offer to close it', async () => {
    const test = startBroker()
    test.answer = ({ offerClosing }) => (offerClosing ? { agreed: false, close: true } : NO)
    const kinds = [
      'stop',
      'rebuildaddressindex',
      'exportwallet',
      'unlockwallet',
      'signmessage',
      'newphrase',
      'settxfee',
    ]
    const params: Record<string, unknown[]> = { unlockwallet: ['', 5], signmessage: [ADDRESS, 'm'], settxfee: ['1'] }
    for (const kind of kinds) await test.call(kind, ...(params[kind] ?? [])).catch(() => undefined)
    expect(test.questions.map(({ offerClosing }) => offerClosing)).toEqual([
      undefined,
      undefined,
      undefined,
      true,
      true,
    ])
    expect(test.closings).toHaveLength(2)
  })

  it('count a prompt that the page withdraws as refused', async () => {
    const test = startBroker()
    test.answer = (_, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    for (let i = 0; i < 2; i++) {
      const controller = new AbortController()
      const asked = test.broker.call('stop', '[]', { signal: controller.signal })
      await expect.poll(() => test.questions.length).toBe(i + 1)
      controller.abort()
      await expect(asked).rejects.toThrow('The question was withdrawn')
    }
    await expect(test.call('stop')).rejects.toThrow('This question was asked a moment ago')
  })

  it('slow down repeated calls of a page, and limit the queue', async () => {
    const test = startBroker()
    const started = test.time
    for (let i = 0; i < 4; i++) await test.call('addnode', `192.0.2.${i}:7000`, 'onetry')
    expect(test.time).toBe(started)
    for (let i = 0; i < 6; i++) await test.call('addnode', `192.0.2.${i}:8000`, 'onetry')
    expect(test.time - started).toBeGreaterThan(100_000)
    const stuck = startBroker({ delay: () => new Promise(() => undefined) })
    const calls = Array.from({ length: 40 }, () => stuck.call('addnode', '192.0.2.1', 'onetry'))
    const refused = await Promise.all(
      calls.slice(12).map((call) =>
        call.then(
          () => false,
          () => true,
        ),
      ),
    )
    expect(refused).not.toContain(false)
  })
})
