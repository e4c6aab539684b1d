import { screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { loadTexts } from '../../../i18n/texts.ts'
import { renderWindow } from '../../../testing/renderWindow.tsx'
import { useToasts } from '../../../ui/toasts.ts'
import { ImportDialog } from './ImportDialog.tsx'

beforeAll(() => loadTexts('network'))

function show() {
  const onClose = vi.fn()
  return { ...renderWindow(<ImportDialog onClose={onClose} />, { setban: () => null }), onClose }
}

const list = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Bans' })
const getButton = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

describe('ImportDialog', () => {
  it('imports nothing from an empty list', () => {
    show()
    expect(screen.getByText('Nothing to import yet.')).toBeTruthy()
    expect(getButton('Import').disabled).toBe(true)
  })

  it('bans the address of each line, for the chosen duration if the line has no end time', async () => {
    const { user, paste, node, onClose } = show()
    await paste(list(), '203.0.113.9\t2100-01-31T12:00:00Z\tspam\n2001:db8::/32')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Duration if none is given' }), '1 hour')
    await user.click(getButton('Import 2 bans'))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    const until = BigInt(Date.UTC(2100, 0, 31, 12) / 1000)
    expect(node.inputsOf('setban')).toMatchObject([
      { 'ip(/netmask)': '203.0.113.9', bantime: until, absolute: true, note: 'spam' },
      { 'ip(/netmask)': '2001:db8::/32', bantime: 3600n, absolute: false },
    ])
    expect(useToasts.getState().toasts[0]?.title).toBe('Imported 2 bans')
  })

  it('reports the lines without an address and counts expired bans', async () => {
    const { paste } = show()
    await paste(list(), '203.0.113.9\nnonsense\n203.0.113.10\t2001-01-01T00:00:00Z')
    expect(screen.getByText('1 ban found; no address in line 2; 1 expired ban')).toBeTruthy()
  })

  it('reads the bans of a chosen file', async () => {
    const { user } = show()
    const file = new File(['203.0.113.9\n'], 'bans.txt', { type: 'text/plain' })
    await user.upload(screen.getByLabelText('File with bans'), file)
    expect(await screen.findByRole('button', { name: 'Import 1 ban' })).toBeTruthy()
  })

  it('rejects a file that is too large for a list of bans', async () => {
    const { user } = show()
    const file = new File(['x'], 'film.txt', { type: 'text/plain' })
    Object.defineProperty(file, 'size', { value: 9 * 1024 * 1024 })
    await user.upload(screen.getByLabelText('File with bans'), file)
    expect(await screen.findByText('This file is too large for a ban list.')).toBeTruthy()
    expect(list().value).toBe('')
  })
})
