import { describe, expect, it } from 'vitest'
import { methods } from '#shared/rpc/index.ts'
import { ADDRESS, explanation, PUBKEY, startBroker } from '../../testing/testBroker.ts'

const RAW = '00'.repeat(40)
const FAUCET = 'R9zHrofhRbub7ER77B7NrVch3A63R39GuC'
const FRIENDS_KEY = `03${'22'.repeat(32)}`
const output = (more: object) => ({
  ...{ n: 0, amount: '1.00000000', type: 'pubkeyhash', owner: 'foreign', change: false, role: 'payment' },
  ...more,
})

/**
 * Asks about a transaction on a chain whose second node is Friend's. The node returns `label` as the label of every
 * address; a page can set such labels.
 */
async function ask(facts: object, { label = null as string | null, language = 'en' as const } = {}) {
  const test = startBroker({ language: () => language })
  const { replies } = test.chainManager
  test.chainManager.other = 'two'
  replies['explaintransaction'] = () => explanation(RAW, facts)
  replies['listowners'] = ([addresses], chain) =>
    methods.listowners.result.encode(
      (addresses as string[]).map((address) => {
        const contract = address === FAUCET ? ('faucet' as const) : null
        const mine = chain === 'two' ? FRIENDS_KEY : ADDRESS
        return { address, contract, label, owner: contract ? 'contract' : address === mine ? 'own' : 'foreign' }
      }),
    )
  await test.call('sendrawtransaction', RAW)
  const [question] = test.put
  const allFacts = [...(question?.facts ?? []), ...(question?.details?.facts ?? [])]
  return { title: question?.title, rows: question?.details?.lists.flatMap(({ rows }) => rows) ?? [], facts: allFacts }
}

describe('identifyKnownOwners', () => {
  it('names the contract of an address and shows the full address', async () => {
    const { rows, title } = await ask({ outputs: [output({ address: FAUCET, owner: 'contract' })] })
    expect(rows).toContainEqual({ who: FAUCET, what: '1.00000000 ONE', owner: 'contract', name: 'Faucet' })
    // Coins of a plain payment to a contract's address are lost, so the title must not make it look like a deposit.
    expect(title).toContain(FAUCET)
  })

  it('names the contract that holds token units', async () => {
    const tokenid = 'ab'.repeat(32)
    const move = { n: 0, address: FAUCET, owner: 'contract', units: '7n' }
    const tokens = [{ tokenid, name: 'GOLD', nft: false, moves: [move], burned: '0n' }]
    const { rows } = await ask({ outputs: [], tokens, module: 'assets', action: 'ask' })
    expect(rows).toContainEqual(expect.objectContaining({ who: FAUCET, name: 'Faucet' }))
  })

  it('names this wallet’s, the other wallet’s and contracts’ addresses and keys in a summary', async () => {
    const summary = `Heir ${FRIENDS_KEY}, fallback ${ADDRESS}, from ${FAUCET}, for ${PUBKEY}.`
    const { facts } = await ask({ outputs: [], module: 'heir', action: 'heir-plan', summary })
    expect(facts).toContainEqual({
      name: 'What it does',
      value: `Heir Friend (${FRIENDS_KEY}), fallback your address (${ADDRESS}), from Faucet (${FAUCET}), for ${PUBKEY}.`,
    })
  })

  it('shows no label of the wallet, which a page can set', async () => {
    const outputs = [output({ address: FAUCET, owner: 'contract' }), output({ n: 1, address: PUBKEY })]
    const asked = await ask({ outputs, module: 'heir', action: 'heir-plan', summary: ADDRESS }, { label: 'my savings' })
    expect(JSON.stringify(asked)).not.toContain('my savings')
  })
})
