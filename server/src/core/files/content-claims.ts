/** A content that somebody is about to make a record of: nobody removes it, at whichever node. */
export interface ContentClaim {
  release(): void;
}

/** A removal that everybody knows of. */
export interface AnnouncedRemoval {
  /** Those of them that somebody was about to make a record of when they were announced. */
  readonly claimed: ReadonlySet<string>;
  /** It is over for all but these, of which a request may be on its way still: for a while nobody puts them. */
  end(doubtful: readonly string[]): Promise<void>;
}

/**
 * Who is about to make a record of a content, and who is about to remove it, where several nodes keep contents in one
 * place. Each writes its intention down before it looks at those of the others, so that of two at least one knows: then the removal leaves
 * the content alone, or the other one waits until it is over [REL1, CLU5].
 */
export interface ContentClaims {
  /** Resolves when no removal of it is under way; refuses when one goes on for too long. */
  claim(sha256: string): Promise<ContentClaim>;
  /** Records are asked after it: whoever had a claim before may have a record by then. */
  announceRemoval(hashes: readonly string[]): Promise<AnnouncedRemoval>;
}

/** For whoever is the only one there. */
export const aloneThere: ContentClaims = {
  claim: async () => ({ release: () => undefined }),
  announceRemoval: async () => ({ claimed: new Set(), end: async () => undefined }),
};
