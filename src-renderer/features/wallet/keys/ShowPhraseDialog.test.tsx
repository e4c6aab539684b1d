import { screen } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { loadTexts } from '../../../i18n/texts.ts'
import type { FakeNodeOptions, Replies } from '../../../testing/fakeNode.ts'
import { renderWindow } from '../../../testing/renderWindow.tsx'
import { ShowPhraseDialog } from './ShowPhraseDialog.tsx'

beforeAll(() => loadTexts('wallet'))

const WORDS = 'abandon ability able about above absent absorb abstract absurd abuse access accident'.split(' ')

function show(options: FakeNodeOptions = {}) {
  const replies: Replies = {
    showphrase: () => ({ phrase: WORDS.join(' '), time: 1_700_000_000 }) as never,
    notebackup: () => ({}) as never,
  }
  return renderWindow(<ShowPhraseDialog onClose={vi.fn()} />, replies, options)
}

describe('ShowPhraseDialog', () => {
  it('records the words as written down only after three were entered', async () => {
    const { user, node } = show()
    await user.click(await screen.findByRole('button', { name: 'Show the words' }))
    for (const word of WORDS) expect(await screen.findByText(word)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'I have written them down' }))
    expect(screen.queryByText(WORDS[0]!)).toBeNull()
    for (const field of await screen.findAllByRole<HTMLInputElement>('textbox')) {
      const place = Number(/\d+/.exec(field.labels?.[0]?.textContent ?? '')?.[0])
      expect(node.inputsOf('notebackup')).toEqual([])
      await user.type(field, WORDS[place - 1]!)
    }
    await user.click(screen.getByRole('button', { name: 'Done' }))
    expect(await screen.findByText(/noted as written down/)).toBeTruthy()
    expect(node.inputsOf('notebackup')).toEqual([{ time: 1_700_000_000n, what: 'phrase' }])
  })

  it('leaves showing and recording to the desktop app', async () => {
    const { user, node } = show({ desktop: true })
    await user.click(await screen.findByRole('button', { name: 'Show the words' }))
    expect(await screen.findByText(/noted as written down/)).toBeTruthy()
    expect(screen.queryByText(WORDS[0]!)).toBeNull()
    expect(node.inputsOf('notebackup')).toEqual([])
  })
})
