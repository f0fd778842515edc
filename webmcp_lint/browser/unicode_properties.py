"""Names and identifier characters of Unicode 17, as regular expressions of Chromium 156 know them.

ECMA-262 lists the properties; their value aliases are PropertyValueAliases.txt. Every name was asked of the browser:
ICU knows more (`Script=Katakana_Or_Hiragana`, `Block`), which V8 refuses.
"""

from unicodedata import category


def _names(text: str) -> frozenset[str]:
    """Read names separated by white space."""
    return frozenset(text.split())


_GENERAL_CATEGORIES = _names(
    """
    C Cased_Letter Cc Cf Close_Punctuation Cn cntrl Co Combining_Mark Connector_Punctuation Control Cs
    Currency_Symbol Dash_Punctuation Decimal_Number digit Enclosing_Mark Final_Punctuation Format
    Initial_Punctuation L LC Letter Letter_Number Line_Separator Ll Lm Lo Lowercase_Letter Lt Lu M Mark Math_Symbol
    Mc Me Mn Modifier_Letter Modifier_Symbol N Nd Nl No Nonspacing_Mark Number Open_Punctuation Other Other_Letter
    Other_Number Other_Punctuation Other_Symbol P Paragraph_Separator Pc Pd Pe Pf Pi Po Private_Use Ps punct
    Punctuation S Sc Separator Sk Sm So Space_Separator Spacing_Mark Surrogate Symbol Titlecase_Letter Unassigned
    Uppercase_Letter Z Zl Zp Zs
    """
)

_BINARY_PROPERTIES = _names(
    """
    AHex Alpha Alphabetic Any ASCII ASCII_Hex_Digit Assigned Bidi_C Bidi_Control Bidi_M Bidi_Mirrored Case_Ignorable
    Cased Changes_When_Casefolded Changes_When_Casemapped Changes_When_Lowercased Changes_When_NFKC_Casefolded
    Changes_When_Titlecased Changes_When_Uppercased CI CWCF CWCM CWKCF CWL CWT CWU Dash Default_Ignorable_Code_Point
    Dep Deprecated DI Dia Diacritic EBase EComp EMod Emoji Emoji_Component Emoji_Modifier Emoji_Modifier_Base
    Emoji_Presentation EPres Ext Extended_Pictographic Extender ExtPict Gr_Base Gr_Ext Grapheme_Base Grapheme_Extend
    Hex Hex_Digit ID_Continue ID_Start IDC Ideo Ideographic IDS IDS_Binary_Operator IDS_Trinary_Operator IDSB IDST
    Join_C Join_Control LOE Logical_Order_Exception Lower Lowercase Math NChar Noncharacter_Code_Point Pat_Syn
    Pat_WS Pattern_Syntax Pattern_White_Space QMark Quotation_Mark Radical Regional_Indicator RI SD
    Sentence_Terminal Soft_Dotted space STerm Term Terminal_Punctuation UIdeo Unified_Ideograph Upper Uppercase
    Variation_Selector VS White_Space WSpace XID_Continue XID_Start XIDC XIDS
    """
)

_PROPERTIES_OF_STRINGS = _names(
    """
    Basic_Emoji Emoji_Keycap_Sequence RGI_Emoji RGI_Emoji_Flag_Sequence RGI_Emoji_Modifier_Sequence
    RGI_Emoji_Tag_Sequence RGI_Emoji_ZWJ_Sequence
    """
)

_SCRIPTS = _names(
    """
    Adlam Adlm Aghb Ahom Anatolian_Hieroglyphs Arab Arabic Armenian Armi Armn Avestan Avst Bali Balinese Bamu Bamum
    Bass Bassa_Vah Batak Batk Beng Bengali Berf Beria_Erfe Bhaiksuki Bhks Bopo Bopomofo Brah Brahmi Brai Braille
    Bugi Buginese Buhd Buhid Cakm Canadian_Aboriginal Cans Cari Carian Caucasian_Albanian Chakma Cham Cher Cherokee
    Chorasmian Chrs Common Copt Coptic Cpmn Cprt Cuneiform Cypriot Cypro_Minoan Cyrillic Cyrl Deseret Deva
    Devanagari Diak Dives_Akuru Dogr Dogra Dsrt Dupl Duployan Egyp Egyptian_Hieroglyphs Elba Elbasan Elym Elymaic
    Ethi Ethiopic Gara Garay Geor Georgian Glag Glagolitic Gong Gonm Goth Gothic Gran Grantha Greek Grek Gujarati
    Gujr Gukh Gunjala_Gondi Gurmukhi Guru Gurung_Khema Han Hang Hangul Hani Hanifi_Rohingya Hano Hanunoo Hatr Hatran
    Hebr Hebrew Hira Hiragana Hluw Hmng Hmnp Hung Imperial_Aramaic Inherited Inscriptional_Pahlavi
    Inscriptional_Parthian Ital Java Javanese Kaithi Kali Kana Kannada Katakana Kawi Kayah_Li Khar Kharoshthi
    Khitan_Small_Script Khmer Khmr Khoj Khojki Khudawadi Kirat_Rai Kits Knda Krai Kthi Lana Lao Laoo Latin Latn Lepc
    Lepcha Limb Limbu Lina Linb Linear_A Linear_B Lisu Lyci Lycian Lydi Lydian Mahajani Mahj Maka Makasar Malayalam
    Mand Mandaic Mani Manichaean Marc Marchen Masaram_Gondi Medefaidrin Medf Meetei_Mayek Mend Mende_Kikakui Merc
    Mero Meroitic_Cursive Meroitic_Hieroglyphs Miao Mlym Modi Mong Mongolian Mro Mroo Mtei Mult Multani Myanmar Mymr
    Nabataean Nag_Mundari Nagm Nand Nandinagari Narb Nbat New_Tai_Lue Newa Nko Nkoo Nshu Nushu
    Nyiakeng_Puachue_Hmong Ogam Ogham Ol_Chiki Ol_Onal Olck Old_Hungarian Old_Italic Old_North_Arabian Old_Permic
    Old_Persian Old_Sogdian Old_South_Arabian Old_Turkic Old_Uyghur Onao Oriya Orkh Orya Osage Osge Osma Osmanya
    Ougr Pahawh_Hmong Palm Palmyrene Pau_Cin_Hau Pauc Perm Phag Phags_Pa Phli Phlp Phnx Phoenician Plrd Prti
    Psalter_Pahlavi Qaac Qaai Rejang Rjng Rohg Runic Runr Samaritan Samr Sarb Saur Saurashtra Sgnw Sharada Shavian
    Shaw Shrd Sidd Siddham Sidetic Sidt SignWriting Sind Sinh Sinhala Sogd Sogdian Sogo Sora Sora_Sompeng Soyo
    Soyombo Sund Sundanese Sunu Sunuwar Sylo Syloti_Nagri Syrc Syriac Tagalog Tagb Tagbanwa Tai_Le Tai_Tham Tai_Viet
    Tai_Yo Takr Takri Tale Talu Tamil Taml Tang Tangsa Tangut Tavt Tayo Telu Telugu Tfng Tglg Thaa Thaana Thai
    Tibetan Tibt Tifinagh Tirh Tirhuta Tnsa Todhri Todr Tolong_Siki Tols Toto Tulu_Tigalari Tutg Ugar Ugaritic
    Unknown Vai Vaii Vith Vithkuqi Wancho Wara Warang_Citi Wcho Xpeo Xsux Yezi Yezidi Yi Yiii Zanabazar_Square Zanb
    Zinh Zyyy Zzzz
    """
)


def is_property(name: str, value: str | None = None) -> bool:
    r"""Say whether `\p{name}`, or `\p{name=value}`, is a set of characters."""
    match name:
        case _ if value is None:
            return name in _GENERAL_CATEGORIES or name in _BINARY_PROPERTIES
        case "General_Category" | "gc":
            return value in _GENERAL_CATEGORIES
        case "Script" | "sc" | "Script_Extensions" | "scx":
            return value in _SCRIPTS
        case _:
            return False


def is_property_of_strings(name: str) -> bool:
    r"""Say whether `\p{name}` is a set that may contain strings, which only the flag `v` knows."""
    return name in _PROPERTIES_OF_STRINGS


def _ranges(text: str) -> tuple[range, ...]:
    """Read `A-B C` as ranges of code points."""
    bounds = (item.partition("-") for item in text.split())
    return tuple(range(int(first, 16), int(last or first, 16) + 1) for first, _, last in bounds)


# Assigned since Unicode 15: Python 3.11 carries Unicode 14.
_RECENT_ID_START = _ranges(
    """
    88F C5C CDC 1C89-1C8A A7CB-A7CF A7D2 A7D4 A7DA-A7DC A7F1 105C0-105F3 10940-10959 10D4A-10D65 10D6F-10D85 10EC2-10EC7
    1123F-11240 11380-11389 1138B 1138E 11390-113B5 113B7 113D1 113D3 11BC0-11BE0 11DB0-11DDB 11F02 11F04-11F10
    11F12-11F33 1342F 13441-13446 13460-143FA 16100-1611D 16D40-16D6C 16EA0-16EB8 16EBB-16ED3 16FF2-16FF6 187F8-187FF
    18CFF 18D09-18D1E 18D80-18DF2 1B132 1B155 1DF25-1DF2A 1E030-1E06D 1E4D0-1E4EB 1E5D0-1E5ED 1E5F0 1E6C0-1E6DE
    1E6E0-1E6E2 1E6E4-1E6E5 1E6E7-1E6ED 1E6F0-1E6F4 1E6FE-1E6FF 2B739-2B73F 2CEA2-2CEAD 2EBF0-2EE5D 31350-33479
    """
)
_RECENT_ID_CONTINUE = _ranges(
    """
    897 CF3 ECE 1ACF-1ADD 1AE0-1AEB 10D40-10D49 10D69-10D6D 10EFA-10EFF 11241 113B8-113C0 113C2 113C5 113C7-113CA
    113CC-113D0 113D2 113E1-113E2 116D0-116E3 11B60-11B67 11BF0-11BF9 11DE0-11DE9 11F00-11F01 11F03 11F34-11F3A
    11F3E-11F42 11F50-11F5A 13440 13447-13455 1611E-16139 16D70-16D79 1CCF0-1CCF9 1E08F 1E4EC-1E4F9 1E5EE-1E5EF
    1E5F1-1E5FA 1E6E3 1E6E6 1E6EE-1E6EF 1E6F5
    """
)

# UAX #31: derived from the general category, with the exceptions of PropList.txt.
_ID_START_CATEGORIES = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo", "Nl"})
_ID_CONTINUE_CATEGORIES = frozenset({"Mn", "Mc", "Nd", "Pc"})
_OTHER_ID_START = frozenset("\u1885\u1886\u2118\u212e\u309b\u309c")
_OTHER_ID_CONTINUE = frozenset("\u00b7\u0387\u19da\u200c\u200d\u30fb\uff65") | {chr(c) for c in range(0x1369, 0x1372)}
_VERTICAL_TILDE = "\u2e2f"  # a modifier letter, but Pattern_Syntax


def is_id_start(char: str) -> bool:
    """Say whether the character has the property ID_Start."""
    match category(char):
        case "Cn":
            return any(ord(char) in run for run in _RECENT_ID_START)
        case kind:
            return (kind in _ID_START_CATEGORIES and char != _VERTICAL_TILDE) or char in _OTHER_ID_START


def is_id_continue(char: str) -> bool:
    """Say whether the character has the property ID_Continue."""
    if is_id_start(char):
        return True
    match category(char):
        case "Cn":
            return any(ord(char) in run for run in _RECENT_ID_CONTINUE)
        case kind:
            return kind in _ID_CONTINUE_CATEGORIES or char in _OTHER_ID_CONTINUE
