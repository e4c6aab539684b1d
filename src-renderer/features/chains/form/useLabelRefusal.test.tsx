import { screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, it } from 'vitest'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { loadTexts, showLanguage } from '../../../i18n/texts.ts'
import { renderWindow } from '../../../testing/renderWindow.tsx'
import { PaceFields } from './BasicFields.tsx'
import { plainDraft } from './draft.ts'
import { useChainForm } from './useChainForm.ts'
import { useLabelRefusal } from './useLabelRefusal.ts'

afterEach(() => showLanguage('en'))

function Names({ refusal }: { readonly refusal: unknown }) {
  const page = useRef<HTMLFormElement>(null)
  const refusedLabel = useLabelRefusal(refusal, page)
  const form = useChainForm({ defaultValues: plainDraft, keep: () => {}, peers: [], refusedLabel })
  return (
    <form ref={page}>
      <PaceFields {...form.part} />
    </form>
  )
}

const refused = (message: string) => new RpcError(RPC_ERROR.INVALID_PARAMETER, message)
const LIKE_FRIEND = 'The label "Friend" can be mistaken for the private sandbox or its second wallet: choose another'

it.each([
  ['en', 'Label', / The label "Friend" can be mistaken for/],
  ['de', 'Bezeichnung', / Die Bezeichnung „Friend“ liest sich wie/],
  ['es', 'Etiqueta', / La etiqueta «Friend» se lee como/],
] as const)(
  'shows in %s why the label was rejected, next to its field, and focuses it',
  async (language, name, text) => {
    await showLanguage(language)
    await loadTexts('chains')
    renderWindow(<Names refusal={refused(LIKE_FRIEND)} />)
    const field = screen.getByRole('textbox', { name: new RegExp(`^${name}`) })
    expect(field.getAttribute('aria-invalid')).toBe('true')
    const described = field.getAttribute('aria-describedby')?.split(' ') ?? []
    expect(described.map((id) => document.getElementById(id)?.textContent).join(' ')).toMatch(text)
    await expect.poll(() => document.activeElement).toBe(field)
  },
)

it('shows nothing at the label if a chain was rejected for another reason', async () => {
  await loadTexts('chains')
  renderWindow(<Names refusal={refused('The list is full: it has 50 chains, the maximum')} />)
  expect(screen.getByRole('textbox', { name: /^Label/ }).getAttribute('aria-invalid')).not.toBe('true')
})
