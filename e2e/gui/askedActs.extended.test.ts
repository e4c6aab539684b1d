/**
 * Tests the three answers to the question about each act: *Change* and *Reject* lead back to its form with all input
 * kept, *Send* completes it.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testKey } from '../../src-main/node/testing/index.ts'
import { ACTS, type ApprovalWindow, findAct, leave, openApprovalWindow, readFields } from './acts.ts'
import { keepEvidence, transports } from './app.ts'
import { becomes } from './frame.ts'
import { pressReview } from './tokens.ts'
import { fillPayment } from './wallet.ts'

interface History {
  readonly rows: readonly { readonly kind: string }[]
}

describe.each(transports)('the question about an act, %s', (transport) => {
  let asking: ApprovalWindow
  keepEvidence(() => asking?.window)
  beforeAll(async () => {
    asking = await openApprovalWindow(transport)
  })
  afterAll(() => asking?.window.close())

  const countTransactions = async () => {
    const { rows } = await asking.window.rpc.call<History>('listwallethistory', { limit: 1000 })
    return rows.filter(({ kind }) => kind !== 'mined').length
  }

  it.each(
    ACTS.flatMap((name) => [
      { name, answer: 'Change' },
      { name, answer: 'Reject' },
    ]),
  )('leads back from $answer to the form of $name with all input kept, then sends it', async ({ name, answer }) => {
    const act = findAct(asking, name)
    const { page, consent } = asking.window
    const before = await countTransactions()
    await leave(page)
    await act.fill(page)
    consent.asked.splice(0)
    consent.given = answer === 'Change' ? 'change' : false
    await pressReview(page)
    const note = page.getByText('Not sent.', { exact: true })
    if (answer === 'Reject') await note.waitFor()
    const review = page.getByRole('button', { name: 'Review', exact: true })
    await becomes(async () => [consent.asked.length, await review.isEnabled()], [1, true])
    expect(await readFields(page, act)).toEqual(act.fields)
    expect(await note.count()).toBe(answer === 'Reject' ? 1 : 0)
    expect(await page.getByRole('alert').allInnerTexts()).toEqual([])
    expect(await countTransactions()).toBe(before)

    consent.given = true
    await pressReview(page)
    await page.getByText(act.done, { exact: false }).first().waitFor()
    expect(consent.asked).toEqual([expect.stringContaining(act.asked), expect.stringContaining(act.asked)])
    expect(await countTransactions()).toBe(before + 1)
  })

  it('warns in the question only if an address was never paid before', async () => {
    const { page, consent } = asking.window
    consent.asked.splice(0)
    for (const amount of ['0.1', '0.2']) {
      await leave(page)
      await fillPayment(page, testKey(79).address, amount)
      await pressReview(page)
      await page.getByText('Payment sent.').first().waitFor()
    }
    const isFirst = consent.asked.map((text) => text.includes('You have never paid this address before.'))
    expect(isFirst).toEqual([true, false])
  })

  it('causes no script error, policy violation or foreign request', () => {
    expect(asking.window.complaints).toEqual([])
  })
})
