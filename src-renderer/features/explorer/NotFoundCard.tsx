import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { PageLayout } from '../../components/PageLayout.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SafeText } from '../../ui/SafeText.tsx'

export interface NotFoundCardProps {
  readonly page: string
  readonly title: string
  /** the text that was searched for */
  readonly text: string
  /** possible reasons why it was not found */
  readonly children: ReactNode
}

export function NotFoundCard({ page, title, text, children }: NotFoundCardProps) {
  return (
    <PageLayout title={page}>
      <Card flush>
        <EmptyState icon={<SearchX />} title={title}>
          <span className="break-all font-mono text-12">
            <SafeText text={text} max={80} />
          </span>
          <br />
          {children}
        </EmptyState>
      </Card>
    </PageLayout>
  )
}
