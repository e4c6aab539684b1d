import { useSearch } from '@tanstack/react-router'
import { FoldersPage } from './find/FoldersPage.tsx'
import { MovePage } from './move/MovePage.tsx'
import { FolderPage } from './report/FolderPage.tsx'

/** Moves an existing node in: choose its folder, read what was found, follow the move. */
export function MoveInPage() {
  const { folder, chain } = useSearch({ from: '/chains/movein' })
  if (chain !== undefined) return <MovePage key={chain} id={chain} />
  if (folder !== undefined) return <FolderPage key={folder} folder={folder} />
  return <FoldersPage />
}
