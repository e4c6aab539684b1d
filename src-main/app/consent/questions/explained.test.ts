import { describe, expect, it } from 'vitest'
import type { Language } from '#shared/languages.ts'
import { decodeResult } from '#shared/rpc/index.ts'
import { explanation } from '../../testing/testBroker.ts'
import { appText } from '../../texts/index.ts'
import { paymentText } from './explained.ts'

const TOKEN = { tokenid: 'ab'.repeat(32), name: 'GOLD', nft: false }
const explainedText = (
  more: { readonly action?: string; readonly [name: string]: unknown },
  language: Language = 'en',
) => {
  // The default payment output belongs to no contract.
  const outputs = more.action === undefined ? {} : { outputs: [] }
  const facts = decodeResult('explaintransaction', explanation('00', { ...outputs, ...more }))
  const { details, ...text } = paymentText(facts, { coin: 'ONE', t: appText(language), language })
  return { ...text, open: details.open, facts: [...text.facts, ...details.facts], lists: details.lists }
}
const place = (owner: string, more: object = {}) => ({
  ...{ n: 0, address: 'RPlace', amount: '1.00000000', type: 'pubkeyhash', owner, change: false, role: 'payment' },
  ...more,
})
const moving = (owner: string, units: string) => [{ n: 0, address: 'RHolder', owner, units: `${units}n` }]

describe('paymentText', () => {
  it.each([
    ['ask', 'Offer 5 units of “GOLD” for 2.00000000 ONE?', 'Offer'],
    ['bid', 'Bid 2.00000000 ONE for 5 units of “GOLD”?', 'Bid'],
    ['fill-ask', 'Buy 5 units of “GOLD” for 2.00000000 ONE?', 'Buy'],
    ['fill-bid', 'Sell 5 units of “GOLD” for 2.00000000 ONE?', 'Sell'],
    ['cancel-ask', 'Cancel an offer of 5 units of “GOLD”?', 'Cancel the order'],
    ['cancel-bid', 'Cancel a bid of 2.00000000 ONE?', 'Cancel the order'],
  ])('describes the order action %s', (action, title, agree) => {
    const tokens = [{ ...TOKEN, moves: moving('contract', '5'), burned: '0n' }]
    const order = { units: '5n', coins: '2.00000000' }
    expect(explainedText({ action, module: 'assets', order, tokens })).toMatchObject({ title, agree })
  })

  it('says what can be undone, and otherwise that nothing can', () => {
    const consequence = (action: string, module: string) =>
      explainedText({ action, module, tokens: [], order: { units: '5n', coins: '2.00000000' } }).consequence
    for (const action of ['ask', 'bid']) expect(consequence(action, 'assets')).toContain('You can cancel it')
    expect(consequence('heir-plan', 'heir')).toContain('You can take everything out')
    expect(consequence('channel-open', 'channels')).toContain('You get back what you do not pay')
    expect(consequence('rewards-lock', 'rewards')).toContain('when you unlock them')
    for (const [action, module] of [
      ['fill-ask', 'assets'],
      ['cancel-ask', 'assets'],
      ['heir-add', 'heir'],
    ] as const) {
      expect(consequence(action, module)).toBe('Cannot be undone.')
    }
    expect(explainedText({}).consequence).toBe('Cannot be undone.')
  })

  it('shows the price of a unit and the remainder of a filled order', () => {
    const tokens = [{ ...TOKEN, moves: moving('own', '5'), burned: '0n' }]
    const order = { units: '5n', coins: '2.00000000', price: '0.4', left: { units: '7n', coins: '2.80000000' } }
    const { facts } = explainedText({ action: 'fill-ask', module: 'assets', order, tokens })
    expect(facts).toContainEqual({ name: 'Price of a unit', value: '0.4 ONE' })
    expect(facts).toContainEqual({ name: 'Left of the order', value: '7 units for 2.80000000 ONE' })
    const last = { ...order, left: { units: '0n', coins: '0.00000000' } }
    expect(explainedText({ action: 'fill-ask', module: 'assets', order: last, tokens }).facts).toContainEqual({
      ...{ name: 'Left of the order', value: 'nothing' },
    })
  })

  it('shows the summary of another contract with hidden characters made visible', () => {
    const summary =
      'Takes 5.00000000 ONE out of the inheritance \u202eX. RHeir inherits it after 30 days without a sign of the owner.'
    expect(explainedText({ action: 'heir-claim', module: 'heir', summary }).facts[0]).toEqual({
      name: 'What it does',
      value: summary.replace('\u202e', '\\u{202e}'),
    })
    const none = explainedText({ action: 'token-burn', module: 'tokens', summary }).facts
    expect(none.filter(({ name }) => name === 'What it does')).toEqual([])
  })

  it('names what leaves the wallet by an action without a title', () => {
    const ask = (more: object) => {
      const facts = decodeResult('explaintransaction', explanation('00', { outputs: [], module: 'heir', ...more }))
      const action = 'no-title' as typeof facts.action
      return paymentText({ ...facts, action }, { coin: 'ONE', t: appText('en'), language: 'en' }).title
    }
    const locked = { spentown: '9.00000000', fee: '0.00010000', paid: '0.00000000', kept: '4.00000000' }
    expect(ask({ ...locked, change: '0.00000000' })).toBe('Send 4.99990000 ONE?')
    const tokens = [{ ...TOKEN, moves: moving('contract', '5'), burned: '0n' }]
    expect(ask({ ...locked, change: '4.99990000', tokens })).toBe('Send 5 units of “GOLD”?')
    expect(ask({ ...locked, change: '4.99990000' })).toBe('Send this transaction?')
  })

  it('describes other contracts by their action and names the coins that leave', () => {
    const lock = { action: 'rewards-lock', module: 'rewards', spentown: '375.00000000', fee: '0.00010000' }
    const sums = { kept: '0.00010000', change: '9.99980000' }
    expect(explainedText({ ...lock, ...sums })).toMatchObject({
      ...{ title: 'Lock 365.00000000 ONE in a rewards plan?', agree: 'Lock' },
    })
    const silent = { ...lock, action: 'oracle-data', module: 'oracles' }
    expect(explainedText({ ...silent, ...sums }).title).toBe('Publish data by an oracle, and send 365.00000000 ONE?')
    const back = {
      ...lock,
      action: 'rewards-unlock',
      spentown: '0.00000000',
      kept: '371.00000000',
      change: '0.00000000',
    }
    expect(explainedText(back).title).toBe('Unlock coins from a rewards plan?')
    expect(explainedText({ ...back, outputs: [place('foreign', { amount: '6.00000000' })] }).title).toBe(
      'Unlock coins from a rewards plan, and pay 6.00000000 ONE besides?',
    )
  })

  it('says which units go into another contract or to other owners', () => {
    const units = (owner: string) => [{ ...TOKEN, moves: moving(owner, '5'), burned: '0n' }]
    const none = { spentown: '0.00000000', kept: '0.00000000', change: '0.00000000', fee: '0.00000000' }
    const open = (owner: string) =>
      explainedText({ ...none, action: 'channel-open', module: 'channels', tokens: units(owner) })
    expect(open('contract').title).toBe('Open a payment channel with 5 units of “GOLD”?')
    const pay = (owner: string) =>
      explainedText({ ...none, action: 'channel-pay', module: 'channels', tokens: units(owner) })
    expect(pay('contract').title).toBe('Pay through a payment channel?')
    expect(pay('foreign').title).toBe('Pay through a payment channel, and send 5 units of “GOLD”?')
  })

  it('omits a usual listing deposit from the title, and includes a larger one', () => {
    const open = (markers: string, kept: string) => {
      const own = { spentown: '10.00000000', kept, change: '4.00000000', fee: '0.00010000', tokens: [] }
      const parts = { fee: '0.00010000', paid: '0.00000000', locked: '5.00000000', markers, units: '0.00000000' }
      const cost = { total: '5.00030000', received: '0.00000000', ...parts }
      return explainedText({ ...own, action: 'channel-open', module: 'channels', cost }).title
    }
    expect(open('0.00020000', '0.99970000')).toBe('Open a payment channel with 5.00000000 ONE?')
    expect(open('0.99990000', '0.00000000')).toBe('Open a payment channel with 5.99990000 ONE?')
  })

  it('shows total and parts of the cost as the node computed them', () => {
    const none = { locked: '0.00000000', markers: '0.00000000', units: '0.00000000', received: '0.00000000' }
    const shown = (action: string, cost: object, module = 'assets') => {
      const parts = { fee: '0.00010000', paid: '0.00000000', ...none, ...cost }
      const { facts } = explainedText({ action, module, tokens: [], order: null, fee: '0.00010000', cost: parts })
      return Object.fromEntries(facts.map(({ name, value }) => [name, value]))
    }
    const mint = { total: '0.00021000', markers: '0.00010000', units: '0.00001000' }
    expect(shown('token-create', mint, 'tokens')).toMatchObject({
      ...{ 'You pay': '0.00021000 ONE', 'Network fee': '0.00010000 ONE' },
      ...{ 'Listing deposit (not returned)': '0.00010000 ONE', 'In the token units': '0.00001000 ONE' },
    })
    expect(shown('bid', { total: '5.00020000', locked: '5.00000000', markers: '0.00010000' })).toMatchObject({
      ...{ 'You pay now': '5.00020000 ONE', 'In the offer (returned if you cancel it)': '5.00000000 ONE' },
    })
    expect(shown('ask', { total: '0.00020000', markers: '0.00010000' })).toMatchObject({
      ...{ 'You pay now': '0.00020000 ONE', 'Order fee (returned if you cancel)': '0.00010000 ONE' },
    })
    expect(shown('fill-ask', { total: '5.00020000', paid: '5.00000000', markers: '0.00010000' })).toMatchObject({
      'You pay': '5.00020000 ONE',
      ...{ 'Order fee (not returned)': '0.00010000 ONE', 'Network fee': '0.00010000 ONE' },
    })
    expect(shown('cancel-bid', { total: '-4.99990000', received: '5.00000000' })).toMatchObject({
      ...{ 'You receive': '4.99990000 ONE', 'Before fees': '5.00000000 ONE' },
    })
  })

  it('says that an offer yields coins once it is bought', () => {
    const order = { units: '5n', coins: '2.00000000' }
    const { facts } = explainedText({ action: 'ask', module: 'assets', order, tokens: [] })
    expect(facts).toContainEqual({ name: 'You receive once it is bought', value: '2.00000000 ONE' })
    const bid = explainedText({ action: 'bid', module: 'assets', order, tokens: [] })
    expect(bid.facts.map(({ name }) => name)).not.toContain('You receive once it is bought')
  })

  it('says that a claim takes nothing from the wallet', () => {
    const claim = { action: 'faucet-claim', module: 'faucet', paid: '9.80000000', kept: '0.10000000' }
    const none = { locked: '0.00000000', markers: '0.00000000', units: '0.00000000', paid: '0.00000000' }
    const cost = { total: '-0.10000000', fee: '0.00000000', ...none, received: '0.10000000' }
    const { facts } = explainedText({ ...claim, spentown: '0.00000000', cost })
    expect(facts).toContainEqual({ name: 'You pay', value: 'nothing' })
    expect(facts).toContainEqual({ name: 'You receive', value: '0.10000000 ONE' })
    // Doubtful cases: an amount or the fee is unknown.
    for (const doubt of [{ spentown: '0.00000001' }, { spentown: '0.00000000', fee: null }]) {
      expect(explainedText({ ...claim, ...doubt }).facts).not.toContainEqual({ name: 'You pay', value: 'nothing' })
    }
  })

  it('treats every character of a token’s name as plain text', () => {
    const tokens = [{ ...TOKEN, name: '@ # $& ” for 0', moves: moving('contract', '5'), burned: '0n' }]
    const order = { units: '5n', coins: '2.00000000' }
    expect(explainedText({ action: 'ask', module: 'assets', order, tokens }).title).toBe(
      'Offer 5 units of “@ # $& \\u{201d} for 0” for 2.00000000 ONE?',
    )
  })

  it('warns of plain coins sent to a contract’s address and marks the prompt as dangerous', () => {
    const warning = 'Output 0 pays to a contract’s address: anyone may take the coins, or they are lost.'
    const { warnings, danger, lists } = explainedText({ outputs: [place('contract')], warnings: [warning] })
    expect(warnings).toContain(warning)
    expect(danger).toBe(true)
    expect(lists.flatMap(({ rows }) => rows)).toContainEqual(
      expect.objectContaining({ who: 'RPlace', owner: 'contract' }),
    )
  })

  it('explains intended sharing without marking it as dangerous', () => {
    const shared = (key: string) => {
      const said = { summary: [], warnings: [{ key, values: { count: '1', places: '0' } }] }
      return explainedText({ action: 'heir-plan', module: 'heir', warnings: ['Both.'], said })
    }
    expect(shared('heir.sharing')).toMatchObject({
      warnings: [expect.stringMatching(/^Owner and heir/)],
      danger: false,
    })
    expect(shared('warning.shared')).toMatchObject({ warnings: [expect.stringMatching(/^Output 0/)], danger: true })
  })

  it('names a single recipient completely and folds the details', () => {
    const { title, titleParts, open } = explainedText({})
    expect(title).toBe('Send 5.00000000 ONE to RSomebody?')
    expect(titleParts).toEqual([
      { text: 'Send ', strong: false },
      { text: '5.00000000 ONE', strong: true },
      { text: ' to ', strong: false },
      { text: 'RSomebody', strong: true },
      { text: '?', strong: false },
    ])
    expect(open).toBe(false)
  })

  it('shows the details at once if there are several recipients, one without an address, or a danger', () => {
    const paid = (...outputs: readonly object[]) => explainedText({ outputs })
    const two = paid(place('foreign'), place('imported', { n: 1, address: 'ROther' }))
    expect(two).toMatchObject({ title: 'Send 5.00000000 ONE?', open: true })
    expect(paid(place('foreign'), place('foreign', { n: 1 }))).toMatchObject({ open: false })
    expect(paid(place('foreign', { address: null, type: 'nonstandard' }))).toMatchObject({ open: true })
    expect(explainedText({ warnings: ['Beware.'] })).toMatchObject({ open: true })
    expect(paid(place('foreign'), place('own', { n: 1 }))).toMatchObject({ open: false })
  })

  it('names addresses never paid before without marking them as dangerous', () => {
    const first = place('foreign', { paidbefore: false })
    expect(explainedText({ outputs: [first] })).toMatchObject({
      ...{ warnings: ['You have never paid this address before.'], danger: false, open: false },
    })
    const two = [first, place('foreign', { n: 1, address: 'ROther', paidbefore: false })]
    expect(explainedText({ outputs: two }).warnings).toEqual(['You have never paid 2 of these addresses before.'])
    expect(explainedText({ outputs: [place('foreign', { paidbefore: true })] }).warnings).toEqual([])
    const order = { units: '5n', coins: '2.00000000' }
    expect(
      explainedText({ action: 'fill-ask', module: 'assets', order, tokens: [], outputs: [first] }).warnings,
    ).toEqual([])
  })

  it('warns first of an address similar to a known one, and unfolds the details', () => {
    const payee = place('foreign', { paidbefore: false, resembles: 'RPlXce' })
    const { warnings, danger, open } = explainedText({ outputs: [payee], warnings: ['Beware.'] })
    expect(warnings).toEqual([
      expect.stringMatching(/^Be careful: RPlace is not RPlXce, which you know\./),
      ...['Beware.', 'You have never paid this address before.'],
    ])
    expect([danger, open]).toEqual([true, true])
  })

  it('emphasises a token’s name, but no marks inside it', () => {
    const name = '\ue0005.00000000 ONE\ue001'
    const moves = moving('foreign', '5')
    const { title, titleParts } = explainedText({
      ...{ action: 'token-transfer', module: 'tokens', tokens: [{ ...TOKEN, name, moves, burned: '0n' }] },
      outputs: [place('foreign', { token: { ...TOKEN, name, units: '5n' }, role: 'token' })],
    })
    expect(title).toBe('Send 5 units of “\\u{e000}5.00000000 ONE\\u{e001}” to RPlace?')
    expect(titleParts.filter(({ strong }) => strong).map(({ text }) => text)).toEqual([
      ...['5 units of “\\u{e000}5.00000000 ONE\\u{e001}”', 'RPlace'],
    ])
  })

  it('names a payment in addition to a token transfer', () => {
    const outputs = [place('foreign', { token: { ...TOKEN, units: '1n' }, role: 'token' }), place('foreign', { n: 1 })]
    const tokens = [{ ...TOKEN, moves: moving('foreign', '1'), burned: '0n' }]
    const { title, danger } = explainedText({ action: 'token-transfer', module: 'tokens', outputs, tokens })
    expect(title).toBe('Send 1 unit of “GOLD” to RPlace, and pay 1.00000000 ONE besides?')
    expect(danger).toBe(true)
  })

  it('shows the properties of a new token, and burned units', () => {
    const created = { creator: '02', description: 'shiny\u0000', data: 'f7', supply: '1n' }
    const made = explainedText({
      action: 'token-create',
      tokens: [{ ...TOKEN, created, moves: moving('own', '1'), burned: '0n' }],
    })
    expect(made.title).toBe('Create the token “GOLD” with 1 unit?')
    expect(made.facts).toContainEqual({ name: 'Description', value: '“shiny\\u{0}”' })
    expect(made.facts).toContainEqual({ name: 'Data', value: 'f7' })
    const burned = explainedText({ action: 'token-burn', tokens: [{ ...TOKEN, moves: [], burned: '7n' }] })
    expect(burned).toMatchObject({ title: 'Burn 7 units of “GOLD”?', agree: 'Burn' })
    expect(burned.lists.find(({ heading }) => heading === 'Tokens')?.rows).toMatchObject([
      { who: 'nobody: gone for good', what: '7 units of “GOLD”' },
    ])
  })

  it('names an NFT without units', () => {
    const nft = { ...TOKEN, name: 'Mona', nft: true }
    const created = { creator: '02', description: '', supply: '1n' }
    const moved = (action: string, owner: string, more: object = {}) =>
      explainedText({ action, tokens: [{ ...nft, moves: moving(owner, '1'), burned: '0n', ...more }] }).title
    expect(moved('token-create', 'own', { created })).toBe('Create the NFT “Mona”?')
    expect(moved('token-transfer', 'foreign')).toBe('Send the NFT “Mona”?')
    expect(moved('token-transfer', 'own')).toBe('Move the NFT “Mona” within your wallet?')
    expect(moved('token-burn', 'own', { burned: '1n', moves: [] })).toBe('Burn the NFT “Mona”?')
  })

  it('uses the window’s language, including warnings of the node, and leaves untrusted texts unchanged', () => {
    const facts = {
      ...{ outputs: [place('contract'), place('foreign', { n: 1 })], paid: '2.00000000', fee: '3.00000000' },
      warnings: ['In English.'],
      said: { summary: [], warnings: [{ key: 'tokens.back', values: { units: 'X', name: '{{name}}' } }] },
    }
    expect(explainedText(facts, 'de')).toMatchObject({
      ...{ title: '2,00000000 ONE an RPlace senden?', agree: 'Senden' },
      warnings: [expect.stringContaining('{{name}}'), 'Die Gebühr ist höher als der Betrag.'],
    })
    const outputs = [place('foreign', { token: { ...TOKEN, units: '1n' }, role: 'token' }), place('foreign', { n: 1 })]
    const tokens = [{ ...TOKEN, moves: moving('foreign', '1'), burned: '0n' }]
    expect(explainedText({ action: 'token-transfer', module: 'tokens', outputs, tokens }, 'es').title).toBe(
      '¿Enviar 1 unidad de «GOLD» a RPlace y pagar además 1,00000000 ONE?',
    )
  })

  it('counts as sent only units that leave the wallet', () => {
    const moves = [...moving('foreign', '3'), ...moving('own', '4'), ...moving('imported', '1')]
    const { title } = explainedText({ action: 'token-transfer', tokens: [{ ...TOKEN, moves, burned: '0n' }] })
    expect(title).toBe('Send 4 units of “GOLD”?')
  })

  it('describes faucet funding, claims and moves within the wallet', () => {
    expect(explainedText({ action: 'faucet-fund', paid: '2.00000000' }).title).toBe(
      'Fund the faucet with 2.00000000 ONE?',
    )
    const kept = { paid: '0.00000000', kept: '3.00000000', outputs: [place('own')] }
    for (const owner of ['own', 'imported']) {
      const claim = explainedText({ ...kept, outputs: [place(owner)], action: 'faucet-claim' })
      expect(claim).toMatchObject({ title: 'Claim 1.00000000 ONE from the faucet?', agree: 'Claim', danger: false })
    }
    expect(explainedText(kept).title).toBe('Move 3.00000000 ONE within your wallet?')
    expect(explainedText({ ...kept, kept: '0.00000000' }).title).toBe('Send this transaction?')
  })

  it('says what is unknown, and warns of inputs that belong to others', () => {
    const input = {
      txid: '22'.repeat(32),
      vout: 0,
      address: null,
      amount: null,
      type: null,
      owner: 'unknown',
      gone: false,
    }
    const { facts, lists, warnings, danger } = explainedText({ fee: null, inputs: [input], warnings: ['Beware\u202e'] })
    expect(facts[0]).toEqual({ name: 'You pay', value: 'unknown' })
    expect(lists.at(-1)?.rows).toEqual([{ who: 'not known', what: 'an amount that is not known', owner: 'unknown' }])
    expect(warnings).toEqual(['Beware\\u{202e}', 'It spends coins of others together with yours.'])
    expect(danger).toBe(true)
  })

  it('warns if the fee exceeds the amount', () => {
    expect(explainedText({ fee: '5.00000001' }).warnings).toEqual(['The fee is higher than the amount.'])
    expect(explainedText({ fee: '5.00000000' }).warnings).toEqual([])
  })

  it('accepts the usual fee of a token transfer without a warning', () => {
    const outputs = [place('foreign', { token: { ...TOKEN, units: '10n' }, role: 'token', amount: '0.00000010' })]
    const moved = { action: 'token-transfer', module: 'tokens', outputs, paid: '0.00000010', kept: '0.00000000' }
    const tokens = [{ ...TOKEN, moves: moving('foreign', '10'), burned: '0n' }]
    expect(explainedText({ ...moved, tokens, fee: '0.00010000' }).warnings).toEqual([])
    expect(explainedText({ ...moved, tokens, fee: '0.00010001' }).warnings).toEqual([
      'The fee is higher than the amount.',
    ])
  })

  it('lists everything that is paid, and counts data outputs without coins', () => {
    const outputs = [
      place('foreign', { address: null, type: 'multisig' }),
      place('contract', { role: 'marker', type: 'cryptocondition' }),
      place('unknown', { address: null, type: 'nulldata', role: 'data' }),
      place('unknown', { address: null, type: 'nulldata', role: 'data', amount: '0.00000000' }),
    ]
    const { lists, facts } = explainedText({ outputs })
    expect(lists[0]?.rows.map(({ who, note }) => [who, note])).toEqual([
      ['several keys, without an address', undefined],
      ['RPlace', 'lets nodes list what the contract does'],
      ['nobody: data', 'can be spent by nobody'],
    ])
    expect(facts).toContainEqual({ name: 'Data entries without coins', value: '1' })
  })

  it('sums inputs by address and rejects too many sources', () => {
    const input = (n: number, address: string) => ({
      ...{
        txid: '22'.repeat(32),
        vout: n,
        address,
        amount: '1.00000000',
        type: 'pubkeyhash',
        owner: 'own',
        gone: false,
      },
    })
    const same = Array.from({ length: 900 }, (_, n) => input(n, 'ROwn'))
    expect(explainedText({ inputs: same }).lists.at(-1)?.rows).toEqual([
      { who: 'ROwn', what: '900.00000000 ONE', owner: 'own' },
    ])
    expect(() => explainedText({ inputs: same.map((each, n) => ({ ...each, address: `R${n}` })) })).toThrow(
      'a list of 900 entries',
    )
  })
})
