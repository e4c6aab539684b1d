import { screen } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { loadTexts } from '../../../i18n/texts.ts'
import { renderWindow } from '../../../testing/renderWindow.tsx'
import type { WalletStatus } from './backupState.ts'
import { PhraseCard } from './PhraseCard.tsx'

beforeAll(() => loadTexts('wallet', 'parts'))

const notKept = {
  ...{ phrase: true, words: 12, phrasekept: false, phrasewritten: true, phrasereplaceable: true },
  ...{ phraseunused: false, imported: 0 },
  ...{ phrasebirth: 1_700_000_000, phrasetyped: false, searching: false, following: false, move: null },
}

function show(change: object = {}) {
  const onOpen = vi.fn()
  renderWindow(<PhraseCard status={{ ...notKept, ...change } as unknown as WalletStatus} onOpen={onOpen} />, {})
  return onOpen
}
const press = (name: string) => screen.getByRole('button', { name }).click()

describe('PhraseCard for a phrase whose words are not stored', () => {
  it('shows the phrase’s date, and offers a check of the written words', () => {
    const onOpen = show()
    expect(screen.getByText(/Made on .*2023\. It cannot be shown again\.$/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Show the words' })).toBeNull()
    press('Check my written words')
    expect(onOpen.mock.calls).toEqual([['drill']])
  })

  it.each([{ phrasebirth: null }, {}])('shows no date for a phrase that was typed in (%j)', (birth) => {
    show({ phrasetyped: true, ...birth })
    expect(screen.getByText(/It was typed in\. It cannot be shown\.$/)).toBeTruthy()
  })
})
