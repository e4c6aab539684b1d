import { screen } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '../../../i18n/texts.ts'
import { renderWindow } from '../../../testing/renderWindow.tsx'
import { NewPhraseDialog } from './NewPhraseDialog.tsx'

beforeAll(() => loadTexts('wallet', 'parts'))

describe('NewPhraseDialog', () => {
  it('keeps its title once the wallet has the new phrase', async () => {
    const dialog = (replaces: boolean) => <NewPhraseDialog replaces={replaces} older={0} onClose={() => undefined} />
    const { rerender } = renderWindow(dialog(false), {})
    expect(screen.getByRole('dialog', { name: 'Create a recovery phrase' })).toBeTruthy()
    rerender(dialog(true))
    expect(screen.getByRole('dialog', { name: 'Create a recovery phrase' })).toBeTruthy()
  })
})
