import { Download } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { Menu } from '../../ui/Menu.tsx'
import type { ExportFormat } from './table.ts'

export interface ExportMenuProps {
  /** what is exported, for the accessible name: "all changes" */
  readonly what: string
  readonly disabled?: boolean | undefined
  onExport(format: ExportFormat): void
}

export function ExportMenu({ what, disabled, onExport }: ExportMenuProps) {
  return (
    <Menu
      items={[
        { id: 'csv', label: 'CSV, for spreadsheets', onSelect: () => onExport('csv') },
        { id: 'json', label: 'JSON, for programs', onSelect: () => onExport('json') },
      ]}
    >
      <Button
        size="sm"
        disabled={disabled}
        aria-label={`Export ${what}`}
        icon={<Download aria-hidden className="size-3.5" />}
      >
        Export
      </Button>
    </Menu>
  )
}
