import { cleanup, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { WindowQuestion } from '#shared/channel.ts'
import { renderWindow } from '../../testing/renderWindow.tsx'
import { useUi } from '../uiStore.ts'
import { QuestionDialog } from './QuestionDialog.tsx'

const ADDRESS = 'RVNKRr2uxPMxJeDwFnTKjdtiLtcs7UzCZn'

const QUESTION: WindowQuestion = {
  id: 3,
  title: 'Send 5 COIN?',
  consequence: 'Payments are final.',
  chain: 'COIN',
  facts: [{ name: 'Fee', value: '0.0001 COIN' }],
  lists: [
    {
      heading: 'Outputs',
      rows: [
        { who: ADDRESS, what: '5 COIN', owner: 'foreign', note: null },
        { who: 'RYtdWuBEgkzJLpLAAGCeHVmqkBJRvCbnNX', what: '1 COIN', owner: 'own', note: 'change' },
      ],
    },
  ],
  warnings: ['The fee is higher than usual.'],
  agree: 'Send',
  danger: false,
  confirmBy: 'code',
  triesLeft: null,
} as unknown as WindowQuestion

function show(question: WindowQuestion = QUESTION) {
  const onAnswer = vi.fn()
  const options = { question, onAnswer }
  return { ...renderWindow(<QuestionDialog />, {}, options), onAnswer }
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Code' })

describe('QuestionDialog', () => {
  it('shows every payee in full, with its owner first, and the warnings', () => {
    show()
    const [foreign, own] = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(foreign).toBe(`Somebody else’s address5 COIN${ADDRESS}`)
    expect(own).toContain('Your address1 COIN')
    expect(own).toContain('change')
    expect(screen.getByText('The fee is higher than usual.')).toBeTruthy()
    expect(within(screen.getByRole('dialog', { name: 'Send 5 COIN?' })).getByText('0.0001 COIN')).toBeTruthy()
  })

  it('names the owner of an address if the program knows the name', () => {
    const rows = [{ who: ADDRESS, what: '5 COIN', owner: 'otherWallet', name: 'Friend' }]
    show({ ...QUESTION, lists: [{ heading: 'To', rows }] })
    expect(screen.getByRole('listitem').textContent).toBe(`Friend · Your other sandbox wallet5 COIN${ADDRESS}`)
  })

  it('collapses the details of a payment until the user opens them', async () => {
    const { lists, ...rest } = QUESTION
    const titleParts = [
      { text: 'Send ', strong: false },
      { text: '5 COIN', strong: true },
    ]
    const question = { ...rest, lists: [], titleParts, details: { facts: [], lists, open: false } }
    const { user } = show(question as WindowQuestion)
    expect(screen.getByRole('heading', { name: 'Send 5 COIN' }).querySelector('b')?.textContent).toBe('5 COIN')
    const group = screen.getByText(ADDRESS).closest('details')
    expect(group?.open).toBe(false)
    await user.click(screen.getByText('Details'))
    expect(group?.open).toBe(true)
  })

  it('expands details that contain more than the title says', () => {
    const { lists, ...rest } = QUESTION
    show({ ...rest, lists: [], details: { facts: [], lists, open: true } } as unknown as WindowQuestion)
    expect(screen.getByText(ADDRESS).closest('details')?.open).toBe(true)
  })

  it('focuses the field, asks for the code, and sends no answer without a code', async () => {
    const { user, onAnswer } = show()
    expect(document.activeElement).toBe(field())
    await user.click(screen.getByRole('button', { name: 'Send' }))
    expect(await screen.findByText('Enter the six digits from the terminal.')).toBeTruthy()
    expect(onAnswer).not.toHaveBeenCalled()
  })

  it('sends the typed code once, and clears the field', async () => {
    const { user, onAnswer } = show()
    await user.type(field(), '123456{Enter}')
    expect(field().value).toBe('')
    // The program is still checking the first code.
    await user.type(field(), '654321{Enter}')
    expect(onAnswer.mock.calls).toEqual([[3, '123456']])
  })

  it('shows how many tries are left after a wrong code', () => {
    show({ ...QUESTION, triesLeft: 2 })
    expect(screen.getByText('Wrong code. 2 tries left.')).toBeTruthy()
  })

  it('explains the code in the first question, and collapses the explanation in later ones', () => {
    useUi.setState({ codesExplained: false })
    const codeExplanation = () => screen.getByText(/^A page in a browser can show one payment/).closest('details')
    show()
    expect(codeExplanation()?.open).toBe(true)
    cleanup()
    show()
    expect(codeExplanation()?.open).toBe(false)
  })

  it('hides the typed wallet passphrase', () => {
    show({ ...QUESTION, confirmBy: 'passphrase' })
    expect(screen.getByLabelText<HTMLInputElement>('Passphrase of the wallet').type).toBe('password')
  })

  it.each([
    ['its button', 'Do nothing'],
    ['the cross', 'Close'],
  ])('declines the question by %s', async (_way, name) => {
    const { user, onAnswer } = show()
    await user.click(screen.getByRole('button', { name }))
    expect(onAnswer.mock.calls).toEqual([[3, null]])
  })

  it('returns to the payment form, or rejects the payment, by separate buttons', async () => {
    const { user, onAnswer } = show({ ...QUESTION, offerChange: true })
    await user.click(screen.getByRole('button', { name: 'Change' }))
    await user.click(screen.getByRole('button', { name: 'Reject' }))
    expect(onAnswer.mock.calls).toEqual([
      [3, null, true],
      [3, null],
    ])
  })

  it('declines the question by Escape', async () => {
    const { user, onAnswer } = show()
    await user.keyboard('{Escape}')
    expect(onAnswer.mock.calls).toEqual([[3, null]])
  })
})
