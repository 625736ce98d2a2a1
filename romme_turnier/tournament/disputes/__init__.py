"""Disputes (§ 1.2, § 2.3.2): calls, players' objections, decisions, appeals, and the consequences under the rules."""
