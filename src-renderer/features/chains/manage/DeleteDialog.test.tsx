import { screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import type { ListedChain } from '#shared/chains/index.ts'
import { loadTexts } from '../../../i18n/texts.ts'
import { renderWindow } from '../../../testing/renderWindow.tsx'
import { DeleteDialog } from './DeleteDialog.tsx'

beforeAll(() => loadTexts('chains'))

const FOLDER = '/home/robin/.chainwright/GARDEN.before-2026-11-24'

const open = (kept: { readonly folder: string } | null) => {
  const chain = { id: 'one', kind: 'joined', label: 'Garden', name: 'GARDEN', state: 'stopped', size: null, kept }
  const listed = { ...chain, directory: '/home/robin/.chainwright/GARDEN' } as unknown as ListedChain
  renderWindow(<DeleteDialog chain={listed} onClose={() => {}} onDone={() => {}} />)
}

it('names the folder of the saved earlier blocks, which is deleted too', async () => {
  open({ folder: FOLDER })
  expect(await screen.findByText(/^The earlier blocks, set aside/)).toBeTruthy()
  expect(screen.getByRole('dialog').textContent).toContain(FOLDER)
})

it('mentions no saved blocks if the chain has none', async () => {
  open(null)
  expect((await screen.findByRole('dialog')).textContent).not.toContain('set aside')
})
