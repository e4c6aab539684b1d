import { screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '../../../i18n/texts.ts'
import type { FakeNodeOptions, Replies } from '../../../testing/fakeNode.ts'
import { renderWindow } from '../../../testing/renderWindow.tsx'
import { folderSample } from '../testing/samples.ts'
import type { NodeFolder } from '../texts.ts'
import { FoldersPage } from './FoldersPage.tsx'

beforeAll(() => loadTexts('moveIn', 'parts'))

const listed = (...folders: readonly NodeFolder[]): Replies => ({
  findnodefolders: () => ({ places: ['/home/robin/.komodo'], folders: [...folders] }) as never,
})
const show = (replies: Replies, options: FakeNodeOptions = {}) => renderWindow(<FoldersPage />, replies, options)

describe('FoldersPage', () => {
  it('lists the contents of each folder, and links to its report', async () => {
    show(listed(folderSample(), folderSample({ folder: '/old/POND', chain: '', wallet: null, conf: null })))
    const [first, second] = await screen.findAllByRole('link', { name: /komodo|POND/ })
    expect(first?.textContent).toContain('Wallet, 1.2 MB · 12 block files, 1.5 GB · Conf file · 2.4 GB in all')
    expect(first?.getAttribute('href')).toContain('folder=')
    expect(second?.textContent).toContain('Unnamed chain')
    expect(second?.textContent).toContain('No wallet')
  })

  it('shows a running node with its command line, and links a moved node to its chain', async () => {
    const running = { state: 'yes', signs: ['process'], pid: 7, commandline: 'komodod -ac_name=TEST' } as const
    show(
      listed(
        folderSample({ running: { ...running, signs: [...running.signs] } }),
        folderSample({ folder: '/b', id: 'TEST-1' }),
      ),
    )
    expect(await screen.findByText('Running')).toBeTruthy()
    expect(screen.getByText('komodod -ac_name=TEST')).toBeTruthy()
    expect(screen.getByRole('link', { name: /Moved in/ }).getAttribute('href')).toContain('chain=TEST-1')
  })

  it('offers to choose a folder if none was found, and asks nothing more if the user cancels', async () => {
    const { user, node } = show(listed(), { desktop: true })
    expect(await screen.findByText('No node found in the usual places')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Choose a folder' }))
    await waitFor(() => expect(node.inputsOf('choosenodefolder')).toEqual([{}]))
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it('takes a path in a browser, and shows beside the field why a folder is refused', async () => {
    const refuse = () => {
      throw new Error('no node')
    }
    const { user, node, paste } = show({ ...listed(), choosenodefolder: refuse })
    const field = await screen.findByRole('textbox', { name: 'Folder of the node' })
    await user.click(screen.getByRole('button', { name: 'Open' }))
    expect(await screen.findByText('Enter the folder.')).toBeTruthy()
    await paste(field, ' /old/TEST ')
    await user.click(screen.getByRole('button', { name: 'Open' }))
    await waitFor(() => expect(node.inputsOf('choosenodefolder')).toEqual([{ folder: '/old/TEST' }]))
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
    expect((field as HTMLInputElement).value).toBe(' /old/TEST ')
  })
})
