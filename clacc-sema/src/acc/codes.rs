//! The register of findings about OpenACC directives.

use clacc_syntax::diagnostics::codes;

codes! {
    // Places and nesting.
    ACC0050 Error,
    ACC0051 Error,
    ACC0052 Error,
    ACC0053 Error,
    ACC0054 Error,
    ACC0055 Error,
    ACC0056 Error,
    ACC0057 Error,
    ACC0058 Error,
    ACC0059 Error,
    // Arguments.
    ACC0060 Error,
    ACC0061 Error,
    ACC0062 Error,
    ACC0063 Warning,
    ACC0064 Error,
    ACC0065 Error,
    ACC0066 Error,
    ACC0067 Error,
    // Data expressions.
    ACC0070 Error,
    ACC0071 Error,
    ACC0072 Error,
    ACC0073 Error,
    ACC0074 Error,
    ACC0075 Error,
    ACC0076 Error,
    ACC0077 Error,
    ACC0078 Error,
    ACC0079 Error,
    ACC0080 Error,
    ACC0081 Error,
    ACC0082 Error,
    ACC0083 Error,
    ACC0084 Error,
    ACC0085 Warning,
    // Attributes.
    ACC0090 Error,
    ACC0091 Error,
    ACC0092 Error,
    ACC0093 Error,
    ACC0094 Error,
    ACC0095 Error,
    ACC0096 Error,
    ACC0097 Error,
    ACC0098 Error,
    ACC0099 Warning,
    // Loops.
    ACC0100 Error,
    ACC0101 Error,
    ACC0102 Error,
    ACC0103 Error,
    ACC0104 Error,
    ACC0105 Error,
    ACC0106 Warning,
    // Variables that `default(none)` requires to be listed, and requirements of other directives.
    ACC0110 Error,
    ACC0111 Error,
    // Data expressions, continued.
    ACC0112 Warning,
    ACC0113 Warning,
    ACC0114 Warning,
    // Reductions.
    ACC0115 Warning,
    ACC0116 Warning,
    ACC0117 Warning,
    ACC0118 Warning,
    // Conflicts, continued.
    ACC0119 Warning,
    // Nesting, continued.
    ACC0120 Warning,
    // Loops, continued.
    ACC0121 Warning,
    // Requirements that users turn on by name.
    ACC0122 Warning off,
    // Functions of devices.
    ACC0123 Warning,
    ACC0124 Warning,
    // Loops, continued.
    ACC0125 Warning,
    ACC0126 Warning,
    ACC0127 Warning,
    // Data expressions, continued.
    ACC0128 Warning off,
    // Loops, continued.
    ACC0129 Warning,
    // Functions of devices, continued.
    ACC0130 Error,
    ACC0131 Error,
    ACC0132 Error,
    ACC0133 Warning,
    // Variables of devices.
    ACC0134 Error,
    // Data expressions, continued. Functions of devices, continued. Loops of `kernels` constructs. Sizes and dimensions of loops.
    // Requirements that users turn on by name.
    ACC0135 Error,
    ACC0136 Warning,
    ACC0137 Warning,
    ACC0138 Warning,
    ACC0140 Warning,
    ACC0141 Warning,
    ACC0142 Note off,
    ACC0145 Warning,
    ACC0146 Error,
    ACC0147 Error,
    // Copies of data on the host and on the device.
    ACC0150 Warning,
    ACC0151 Warning,
    ACC0152 Warning,
    ACC0153 Warning,
    ACC0154 Warning,
    ACC0155 Warning off,
    ACC0156 Warning off,
    ACC0157 Error,
    ACC0158 Warning,
    ACC0159 Warning,
    // Copies of data, continued.
    ACC0160 Warning,
    ACC0161 Warning,
    ACC0162 Note,
    ACC0163 Note,
    ACC0164 Warning,
    ACC0165 Warning,
    ACC0166 Note,
    // Functions of devices, continued.
    ACC0170 Warning,
    // Copies of data, continued.
    ACC0171 Warning,
    ACC0172 Warning,
    ACC0173 Warning,
}
